import { n as getOctokit, t as context } from "./chunk-github-CIfqrsrA.js";

export { context, getOctokit };