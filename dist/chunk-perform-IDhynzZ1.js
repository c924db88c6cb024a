import { n as performPhase, t as perform } from "./chunk-perform-BXvTZ20b.js";

export { perform };