import { n as readBundleWithFacts, t as readBundle } from "./chunk-bundle-read-D2SB64Ix.js";

export { readBundle, readBundleWithFacts };