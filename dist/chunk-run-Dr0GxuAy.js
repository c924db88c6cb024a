import { n as importsNamedAt, r as runStep, t as driftNow } from "./chunk-run-ClY9vmsZ.js";

export { runStep };