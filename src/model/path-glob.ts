/** The check of a glob over recorded paths, for every schema that takes one: settings of a call and the policy file alike. */
import * as z from 'zod/mini';
import { globFault } from './patterns.ts';

/** Faults a glob that can name nothing, in the words of {@link globFault}. */
export const namesPaths = z.refine<string>((glob) => globFault(glob) === null, { error: ({ input }) => `"${String(input)}" ${globFault(String(input)) ?? ''}` });
