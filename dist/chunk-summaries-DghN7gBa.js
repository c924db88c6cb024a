import { n as savedVerdict, t as gatherSummaries } from "./chunk-summaries-BBS6KNb9.js";

export { gatherSummaries };