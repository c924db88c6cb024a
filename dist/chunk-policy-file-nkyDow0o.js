import { t as parsePolicy } from "./chunk-policy-file-DOH8XOV1.js";

export { parsePolicy };