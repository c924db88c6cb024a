import { i as worktreeStep, n as pile, r as uncaptured, t as commandsFor } from "./chunk-worktree-CfZPRJ_I.js";

export { worktreeStep };