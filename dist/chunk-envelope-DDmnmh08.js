import { i as outcomeOfError, n as NO_TESTS, r as envelope, t as ENVELOPE_SCHEMA } from "./chunk-envelope-C39t0MU2.js";

export { outcomeOfError };