import { n as purgeStep, r as purgeWorkspace, t as listBytecode } from "./chunk-purge-D-vnns8E.js";

export { purgeStep };