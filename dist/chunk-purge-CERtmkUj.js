import { n as purgeStep, r as purgeWorkspace, t as listBytecode } from "./chunk-purge-B0OGQle4.js";

export { purgeStep };