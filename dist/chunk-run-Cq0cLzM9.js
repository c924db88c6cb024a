import { n as importsNamedAt, r as runStep, t as driftNow } from "./chunk-run-E8yL9ZLL.js";

export { runStep };