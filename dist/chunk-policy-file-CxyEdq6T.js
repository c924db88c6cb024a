import { t as parsePolicy } from "./chunk-policy-file-DfVc-MLv.js";

export { parsePolicy };