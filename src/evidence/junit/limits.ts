/** The caps of the reader, as the callers of this room know them. */
export { DEFAULT_LIMITS, limitsWith, type ReportLimits } from '../../model/report-limits.ts';
