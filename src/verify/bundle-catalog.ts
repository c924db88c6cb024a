/** The rules over bundles, in the order in which a reader meets their findings. */
import { bundleIntact } from './rules/bundle-intact.ts';
import { bundleNestedContent } from './rules/bundle-nested-content.ts';
import { bundlePatch } from './rules/bundle-patch.ts';
import { bundleReadable } from './rules/bundle-readable.ts';
import { bundleVerdict } from './rules/bundle-verdict.ts';
import { fanInCachedCell } from './rules/fan-in-cached-cell.ts';
import { fanInCellAccepted } from './rules/fan-in-cell-accepted.ts';
import { fanInCellOnce } from './rules/fan-in-cell-once.ts';
import { fanInCellPresent } from './rules/fan-in-cell-present.ts';
import { fanInChangedTests } from './rules/fan-in-changed-tests.ts';
import { fanInEnvironments } from './rules/fan-in-environments.ts';
import { fanInFailedJob } from './rules/fan-in-failed-job.ts';
import { fanInMergedTree } from './rules/fan-in-merged-tree.ts';
import { fanInRerun } from './rules/fan-in-rerun.ts';
import { fanInOtherPolicy } from './rules/fan-in-other-policy.ts';
import { fanInRequiredFix } from './rules/fan-in-required-fix.ts';
import { fanInRequiredTests } from './rules/fan-in-required-tests.ts';
import { fanInRunNowhere } from './rules/fan-in-run-nowhere.ts';
import { fanInSameCommand } from './rules/fan-in-same-command.ts';
import { fanInSameNestedContent } from './rules/fan-in-same-nested-content.ts';
import { fanInSameTree } from './rules/fan-in-same-tree.ts';
import type { BundleRule } from './rule.ts';

export const BUNDLE_CATALOG: readonly BundleRule[] = [
  bundleReadable,
  bundleIntact,
  bundleVerdict,
  bundlePatch,
  bundleNestedContent,
  fanInCellPresent,
  fanInCellOnce,
  fanInCellAccepted,
  fanInFailedJob,
  fanInRerun,
  fanInSameTree,
  fanInSameNestedContent,
  fanInMergedTree,
  fanInSameCommand,
  fanInOtherPolicy,
  fanInChangedTests,
  fanInRequiredTests,
  fanInRequiredFix,
  fanInRunNowhere,
  fanInEnvironments,
  fanInCachedCell,
];
