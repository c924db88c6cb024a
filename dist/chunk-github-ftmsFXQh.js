import { n as getOctokit, t as context } from "./chunk-github-DA9IYWa4.js";

export { context, getOctokit };