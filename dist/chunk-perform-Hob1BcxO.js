import { n as performPhase, t as perform } from "./chunk-perform-D0TVaGhv.js";

export { perform };