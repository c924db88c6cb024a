import { n as readBundleWithFacts, t as readBundle } from "./chunk-bundle-read-UDo_wmz_.js";

export { readBundle, readBundleWithFacts };