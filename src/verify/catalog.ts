/** Every rule, in the order in which a reader meets their findings. A test keeps it equal to the files and the pages. */
import type { Rule } from './rule.ts';
import { baselineBentTest } from './rules/baseline-bent-test.ts';
import { baselineChanges } from './rules/baseline-changes.ts';
import { baselineComplete } from './rules/baseline-complete.ts';
import { baselineInterpreter } from './rules/baseline-interpreter.ts';
import { baselineReproduced } from './rules/baseline-reproduced.ts';
import { baselineRequiredFix } from './rules/baseline-required-fix.ts';
import { bytecodeAfterStamp } from './rules/bytecode-after-stamp.ts';
import { bytecodeFits } from './rules/bytecode-fits.ts';
import { bytecodeHasSource } from './rules/bytecode-has-source.ts';
import { bytecodeOfRun } from './rules/bytecode-of-run.ts';
import { bytecodeProven } from './rules/bytecode-proven.ts';
import { controlSupported } from './rules/control-supported.ts';
import { cacheAccepted } from './rules/cache-accepted.ts';
import { cacheAlone } from './rules/cache-alone.ts';
import { cacheFirstHand } from './rules/cache-first-hand.ts';
import { cacheIntact } from './rules/cache-intact.ts';
import { cacheReadable } from './rules/cache-readable.ts';
import { cacheSameCommand } from './rules/cache-same-command.ts';
import { cacheSameEvidence } from './rules/cache-same-evidence.ts';
import { cacheSameTree } from './rules/cache-same-tree.ts';
import { cacheUsed } from './rules/cache-used.ts';
import { changeNotForbidden } from './rules/change-not-forbidden.ts';
import { changeOwned } from './rules/change-owned.ts';
import { changeRebased } from './rules/change-rebased.ts';
import { environmentOwnCheckout } from './rules/environment-own-checkout.ts';
import { environmentUnchanged } from './rules/environment-unchanged.ts';
import { evidenceAfterRun } from './rules/evidence-after-run.ts';
import { evidenceCachedTests } from './rules/evidence-cached-tests.ts';
import { evidenceInsideRoots } from './rules/evidence-inside-roots.ts';
import { evidenceIsFile } from './rules/evidence-is-file.ts';
import { evidenceLogPresent } from './rules/evidence-log-present.ts';
import { evidenceOtherGeneration } from './rules/evidence-other-generation.ts';
import { evidencePredatesStamp } from './rules/evidence-predates-stamp.ts';
import { evidenceReadable } from './rules/evidence-readable.ts';
import { evidenceSettled } from './rules/evidence-settled.ts';
import { evidenceTimestamp } from './rules/evidence-timestamp.ts';
import { evidenceUnchanged } from './rules/evidence-unchanged.ts';
import { leftoverFound } from './rules/leftover-found.ts';
import { leftoverStaleBuildOutput } from './rules/leftover-stale-build-output.ts';
import { originEditableInside } from './rules/origin-editable-inside.ts';
import { originImportInside } from './rules/origin-import-inside.ts';
import { originProbed } from './rules/origin-probed.ts';
import { policyDeviationExpired } from './rules/policy-deviation-expired.ts';
import { policyGateTouched } from './rules/policy-gate-touched.ts';
import { policyHeadNotCounted } from './rules/policy-head-not-counted.ts';
import { policySoftened } from './rules/policy-softened.ts';
import { purgeComplete } from './rules/purge-complete.ts';
import { replayAgrees } from './rules/replay-agrees.ts';
import { replayComplete } from './rules/replay-complete.ts';
import { replayInterpreter } from './rules/replay-interpreter.ts';
import { reportComplete } from './rules/report-complete.ts';
import { reportFlaky } from './rules/report-flaky.ts';
import { reportGreen } from './rules/report-green.ts';
import { reportMinTests } from './rules/report-min-tests.ts';
import { reportNotEmpty } from './rules/report-not-empty.ts';
import { reportPresent } from './rules/report-present.ts';
import { reportPromised } from './rules/report-promised.ts';
import { reportQuarantined } from './rules/report-quarantined.ts';
import { reportRequiredTests } from './rules/report-required-tests.ts';
import { reportTestsExecuted } from './rules/report-tests-executed.ts';
import { reportTestsNamed } from './rules/report-tests-named.ts';
import { runAlsoNamed } from './rules/run-also.ts';
import { runLogIntact } from './rules/run-log-intact.ts';
import { runObserved } from './rules/run-observed.ts';
import { runRecorded } from './rules/run-recorded.ts';
import { runRepeated } from './rules/run-repeated.ts';
import { runSucceeded } from './rules/run-succeeded.ts';
import { runSurvivors } from './rules/run-survivors.ts';
import { setupSucceeded } from './rules/setup-succeeded.ts';
import { stampExpected } from './rules/stamp-expected.ts';
import { stampKnown } from './rules/stamp-known.ts';
import { stampPresent } from './rules/stamp-present.ts';
import { stampWellFormed } from './rules/stamp-well-formed.ts';
import { summaryCells } from './rules/summary-cells.ts';
import { summaryChecked } from './rules/summary-checked.ts';
import { summaryCited } from './rules/summary-cited.ts';
import { summaryClaims } from './rules/summary-claims.ts';
import { summaryReadable } from './rules/summary-readable.ts';
import { summarySameVerdict } from './rules/summary-same-verdict.ts';
import { treeHeadMoved } from './rules/tree-head-moved.ts';
import { treeNestedContent } from './rules/tree-nested-content.ts';
import { treeNewPath } from './rules/tree-new-path.ts';
import { treeRawFiltered } from './rules/tree-raw-filtered.ts';
import { treeSame } from './rules/tree-same.ts';
import { treeTouched } from './rules/tree-touched.ts';
import { treeUnchanged } from './rules/tree-unchanged.ts';
import { witnessAbsent } from './rules/witness-absent.ts';
import { witnessComplete } from './rules/witness-complete.ts';
import { witnessIgnoredFile } from './rules/witness-ignored-file.ts';
import { witnessLoadedOtherBytes } from './rules/witness-loaded-other-bytes.ts';
import { witnessPatchLoaded } from './rules/witness-patch-loaded.ts';
import { witnessProven } from './rules/witness-proven.ts';
import { witnessRecordsLost } from './rules/witness-records-lost.ts';
import { witnessShadowed } from './rules/witness-shadowed.ts';
import { witnessStaleBytecode } from './rules/witness-stale-bytecode.ts';

/** The rules about written summaries. They judge what is said of a verdict, and are no part of it. */
export const SUMMARY_RULES: readonly Rule[] = [summaryChecked, summaryReadable, summaryCited, summarySameVerdict, summaryClaims, summaryCells];

/** The rules about evidence that is taken from a cache (EV8). */
export const CACHE_RULES: readonly Rule[] = [cacheReadable, cacheIntact, cacheAccepted, cacheFirstHand, cacheSameTree, cacheSameCommand, cacheSameEvidence, cacheAlone, cacheUsed];

/** The rules about the run and what it left. Where a cached bundle stands for the run they are asked over its facts. */
export const RUN_RULES: readonly Rule[] = [
  leftoverStaleBuildOutput,
  bytecodeProven,
  runRecorded,
  runSucceeded,
  runObserved,
  runRepeated,
  runAlsoNamed,
  runSurvivors,
  runLogIntact,
  reportPromised,
  reportPresent,
  evidenceIsFile,
  evidenceInsideRoots,
  evidenceSettled,
  evidenceReadable,
  evidencePredatesStamp,
  evidenceUnchanged,
  evidenceOtherGeneration,
  evidenceTimestamp,
  evidenceAfterRun,
  evidenceLogPresent,
  reportGreen,
  reportTestsExecuted,
  evidenceCachedTests,
  reportNotEmpty,
  reportTestsNamed,
  reportComplete,
  reportRequiredTests,
  reportMinTests,
  reportFlaky,
  witnessAbsent,
  witnessLoadedOtherBytes,
  witnessStaleBytecode,
  witnessShadowed,
  witnessIgnoredFile,
  witnessPatchLoaded,
  witnessComplete,
  witnessRecordsLost,
  witnessProven,
  baselineComplete,
  baselineInterpreter,
  baselineReproduced,
  baselineRequiredFix,
  baselineChanges,
  baselineBentTest,
  replayComplete,
  replayInterpreter,
  replayAgrees,
  controlSupported,
];

export const CATALOG: readonly Rule[] = [
  stampPresent,
  stampWellFormed,
  stampKnown,
  stampExpected,
  policySoftened,
  policyGateTouched,
  policyHeadNotCounted,
  policyDeviationExpired,
  treeUnchanged,
  treeSame,
  treeNewPath,
  treeTouched,
  treeHeadMoved,
  treeRawFiltered,
  treeNestedContent,
  changeOwned,
  changeNotForbidden,
  changeRebased,
  purgeComplete,
  setupSucceeded,
  originEditableInside,
  originImportInside,
  originProbed,
  environmentOwnCheckout,
  environmentUnchanged,
  bytecodeAfterStamp,
  bytecodeHasSource,
  bytecodeFits,
  bytecodeOfRun,
  leftoverFound,
  reportQuarantined,
  ...CACHE_RULES,
  ...RUN_RULES,
  ...SUMMARY_RULES,
];

/** The rules that a verdict follows from: all but those about what is said of it. */
export const VERDICT_RULES: readonly Rule[] = CATALOG.filter((rule) => !SUMMARY_RULES.includes(rule));

/** The rules that look at the stamp alone: a run is refused where one of them rejects (ST7). */
export const STAMP_RULES: readonly Rule[] = [stampPresent, stampWellFormed, stampKnown, stampExpected];

/** The rules that the replay alone answers to: the stamp's, whether there is a run, and its own. */
export const REPLAY_RULES: readonly Rule[] = [...STAMP_RULES, runRecorded, replayComplete, replayInterpreter, replayAgrees];
