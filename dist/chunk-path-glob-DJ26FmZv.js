import { _ as refine } from "./chunk-mini-TCpuGoTq.js";
import { t as globFault } from "./chunk-patterns-r_jDGFE8.js";

// src/model/path-glob.ts
/** The check of a glob over recorded paths, for every schema that takes one: settings of a call and the policy file alike. */
/** Faults a glob that can name nothing, in the words of {@link globFault}. */
const namesPaths = refine((glob) => globFault(glob) === null, { error: ({ input }) => `"${String(input)}" ${globFault(String(input)) ?? ""}` });

export { namesPaths as t };