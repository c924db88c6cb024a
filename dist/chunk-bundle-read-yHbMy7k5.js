import { n as readBundleWithFacts, t as readBundle } from "./chunk-bundle-read-DXmvmDTD.js";

export { readBundle, readBundleWithFacts };