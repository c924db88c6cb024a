import { i as worktreeStep, n as pile, r as uncaptured, t as commandsFor } from "./chunk-worktree-Cko9ztVl.js";

export { worktreeStep };