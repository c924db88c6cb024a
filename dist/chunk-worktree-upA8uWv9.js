import { i as worktreeStep, n as pile, r as uncaptured, t as commandsFor } from "./chunk-worktree-2u0g_Eu_.js";

export { worktreeStep };