/** Every rule, in the order in which a reader meets their findings. A test keeps it equal to the files and the pages. */
import type { Rule } from './rule.ts';
import { stampKnown } from './rules/stamp-known.ts';
import { stampPresent } from './rules/stamp-present.ts';
import { stampWellFormed } from './rules/stamp-well-formed.ts';

export const CATALOG: readonly Rule[] = [stampPresent, stampWellFormed, stampKnown];
