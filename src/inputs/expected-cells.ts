/**
 * Which cells a fan-in waits for: a list of names, a matrix as JSON, or the JSON of the jobs that it needs. The
 * workflow's author writes the expression; names of branches or files may have got into it.
 */
import * as z from 'zod/mini';
import { UsageError } from '../model/errors.ts';
import { JOB_RESULTS, type NeededJob } from '../model/job.ts';

export interface ExpectedCells {
  readonly cells: string[];
  /** Empty where no `needs` was handed over. */
  readonly jobs: NeededJob[];
}

const neededJobSchema = z.object({ result: z.enum(JOB_RESULTS), outputs: z.optional(z.nullable(z.record(z.string(), z.string()))) });
const needsSchema = z.record(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_-]*$/)), neededJobSchema);
const cellNames = z.array(z.string());
/** One combination of a matrix; its key `cell` names the cell. */
const combinations = z.array(z.looseObject({ cell: z.string() }));

/**
 * Reads what was given in `where`:
 * - names parted by commas or lines: `linux, macos`;
 * - a JSON list of names, `["linux","macos"]`, or of combinations with the key `cell`, `[{"cell":"linux","os":"…"}]`;
 * - a matrix as JSON, `{"cell":["linux","macos"]}` or `{"include":[{"cell":"linux"}]}`, or both;
 * - `toJSON(needs)`: where a job has the output `cells`, that output, in one of the forms above, names them; else the
 *   id of each job is the name of a cell. Every job must have ended with success.
 *
 * Throws a {@link UsageError} for JSON that is none of these, and for names given twice.
 */
export function expectedCells(text: string, where: string): ExpectedCells {
  const given = text.trim();
  if (!/^[[{]/.test(given)) return { cells: unique(listed(given), where), jobs: [] };
  const value = parsed(given, where);
  if (Array.isArray(value)) return { cells: unique(fromList(value, where), where), jobs: [] };
  const needs = needsSchema.safeParse(value);
  if (needs.success && Object.keys(needs.data).length > 0) return fromNeeds(needs.data, where);
  return { cells: unique(fromMatrix(value, where), where), jobs: [] };
}

/** Reads `toJSON(needs)` for how the jobs ended alone; empty where nothing is given. */
export function neededJobsIn(text: string, where: string): NeededJob[] {
  if (text.trim() === '') return [];
  const { data } = needsSchema.safeParse(parsed(text, where));
  if (data === undefined) throw new UsageError('GG-INPUT-INVALID', `${where} cannot be understood: it is not the JSON of the jobs that this job needs`, 'Write it as GitHub gives it: needs: ${{ toJSON(needs) }}');
  return Object.entries(data).map(([job, { result }]) => ({ job, result }));
}

function fromNeeds(needs: z.infer<typeof needsSchema>, where: string): ExpectedCells {
  const jobs = Object.entries(needs).map(([job, { result }]) => ({ job, result }));
  const named = Object.entries(needs).flatMap(([job, { outputs }]) => (outputs?.['cells'] === undefined ? [] : [{ job, cells: outputs['cells'] }]));
  // The output of a job that was skipped is empty: then nobody said which cells there are.
  const cells = named.length === 0 ? jobs.map(({ job }) => job) : named.flatMap(({ job, cells: names }) => ownCells(names, `output "cells" of the job "${job}" in ${where}`));
  return { cells: unique(cells, where), jobs };
}

/** The forms of an output are those of the input, less `needs`: jobs do not nest. */
function ownCells(text: string, where: string): readonly string[] {
  const given = text.trim();
  if (!/^[[{]/.test(given)) return listed(given);
  const value = parsed(given, where);
  return Array.isArray(value) ? fromList(value, where) : fromMatrix(value, where);
}

function fromList(value: readonly unknown[], where: string): readonly string[] {
  const names = cellNames.safeParse(value);
  if (names.success) return names.data;
  const rows = combinations.safeParse(value);
  if (rows.success) return rows.data.map(({ cell }) => cell);
  throw malformed(where, 'it is a list of neither names nor combinations with the key "cell"');
}

function fromMatrix(value: unknown, where: string): readonly string[] {
  const { cell, include } = (value ?? {}) as { readonly cell?: unknown; readonly include?: unknown };
  const base = cell === undefined ? [] : Array.isArray(cell) ? fromList(cell, where) : null;
  const more = include === undefined ? [] : Array.isArray(include) ? fromList(include, where) : null;
  if (base === null || more === null || (cell === undefined && include === undefined)) throw malformed(where, 'it is neither the jobs of "needs" nor a matrix with the list "cell" or "include"');
  // An entry of "include" may add to a combination that is there already.
  return [...base, ...more.filter((name) => !base.includes(name))];
}

function listed(text: string): readonly string[] {
  return text.split(/[,\n]/).map((name) => name.trim()).filter((name) => name !== '');
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(where, 'it is no JSON');
  }
}

function unique(names: readonly string[], where: string): string[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError('GG-INPUT-INVALID', `${where} names the cell ${JSON.stringify(twice)} twice`, 'Name each cell once.');
  return [...names];
}

function malformed(where: string, why: string): UsageError {
  return new UsageError('GG-INPUT-INVALID', `${where} cannot be understood: ${why}`, "Write names parted by commas, a JSON list of names, a matrix whose combinations have the key \"cell\", or ${{ toJSON(needs) }}, for example: linux, macos");
}
