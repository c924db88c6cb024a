import { n as importsNamedAt, r as runStep, t as driftNow } from "./chunk-run-DaQxYROM.js";

export { runStep };