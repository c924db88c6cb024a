import { n as performPhase, t as perform } from "./chunk-perform-Bt7pMPlq.js";

export { perform };