import { n as retry, t as VERSION } from "./chunk-dist-bundle-BBUF9rgj.js";

export { VERSION, retry };