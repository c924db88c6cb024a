import { n as retry, t as VERSION } from "./chunk-dist-bundle-CW3t9BRK.js";

export { VERSION, retry };