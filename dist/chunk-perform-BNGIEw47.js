import { n as performPhase, t as perform } from "./chunk-perform-Du4gk9O5.js";

export { perform };