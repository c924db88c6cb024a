import { n as performPhase, t as perform } from "./chunk-perform-D51r3ToD.js";

export { perform };