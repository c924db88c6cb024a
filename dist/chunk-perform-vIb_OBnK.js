import { n as performPhase, t as perform } from "./chunk-perform-BibEF7ee.js";

export { perform };