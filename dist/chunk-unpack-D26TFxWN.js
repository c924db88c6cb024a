import { n as bundleSources, r as openBundle, t as UNPACK_LIMITS } from "./chunk-unpack-DCIG-WqD.js";

export { UNPACK_LIMITS, bundleSources, openBundle };