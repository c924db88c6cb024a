import { n as performPhase, t as perform } from "./chunk-perform-CJTGlOHP.js";

export { perform };