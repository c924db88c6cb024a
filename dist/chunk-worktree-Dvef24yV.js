import { i as worktreeStep, n as pile, r as uncaptured, t as commandsFor } from "./chunk-worktree-DzI5rCMV.js";

export { worktreeStep };