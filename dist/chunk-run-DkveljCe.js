import { n as importsNamedAt, r as runStep, t as driftNow } from "./chunk-run-BPmfOvFN.js";

export { runStep };