import { n as savedVerdict, t as gatherSummaries } from "./chunk-summaries-BaURJzrY.js";

export { gatherSummaries };