import { n as performPhase, t as perform } from "./chunk-perform-CKOgIR3Y.js";

export { perform };