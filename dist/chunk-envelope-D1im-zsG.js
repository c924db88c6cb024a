import { n as envelope, r as outcomeOfError, t as ENVELOPE_SCHEMA } from "./chunk-envelope-DzZppLfG.js";

export { outcomeOfError };