import { i as worktreeStep, n as pile, r as uncaptured, t as commandsFor } from "./chunk-worktree-DU0nJuKq.js";

export { worktreeStep };