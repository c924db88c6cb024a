import { n as performPhase, t as perform } from "./chunk-perform-3y2uAWu1.js";

export { perform };