import { i as worktreeStep, n as pile, r as uncaptured, t as commandsFor } from "./chunk-worktree-CRw5ID4Q.js";

export { worktreeStep };