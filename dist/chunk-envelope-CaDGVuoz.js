import { n as envelope, r as outcomeOfError, t as ENVELOPE_SCHEMA } from "./chunk-envelope-Do-9adP8.js";

export { outcomeOfError };