import { t as parsePolicy } from "./chunk-policy-file-DFmJvo5b.js";

export { parsePolicy };