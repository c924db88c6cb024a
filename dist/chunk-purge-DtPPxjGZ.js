import { n as purgeStep, r as purgeWorkspace, t as listBytecode } from "./chunk-purge-BvDoJh_q.js";

export { purgeStep };