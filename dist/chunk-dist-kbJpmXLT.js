import { n as TomlDate, r as TomlError, t as parse } from "./chunk-dist-DsmlpWmy.js";

export { parse };