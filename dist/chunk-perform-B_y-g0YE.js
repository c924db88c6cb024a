import { n as performPhase, t as perform } from "./chunk-perform-B4lWfh_7.js";

export { perform };