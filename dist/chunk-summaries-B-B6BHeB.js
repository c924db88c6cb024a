import { n as savedVerdict, t as gatherSummaries } from "./chunk-summaries-mGCmppJu.js";

export { gatherSummaries };