import { n as importsNamedAt, r as runStep, t as driftNow } from "./chunk-run-DMf0k7LI.js";

export { runStep };