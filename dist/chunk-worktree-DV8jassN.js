import { i as worktreeStep, n as pile, r as uncaptured, t as commandsFor } from "./chunk-worktree-B2FhkzR8.js";

export { worktreeStep };