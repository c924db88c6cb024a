import { n as purgeStep, r as purgeWorkspace, t as listBytecode } from "./chunk-purge-DAM1FgpV.js";

export { purgeStep };