import { n as importsNamedAt, r as runStep, t as driftNow } from "./chunk-run-bdcYIhN3.js";

export { runStep };