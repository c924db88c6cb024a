/**
 * Caps of the report reader. Whoever can write a report controls its size and shape, so every cap is finite by default.
 * The defaults leave a wide margin over what real runners write and keep the reader below 200 MB of memory.
 */
export type ReportLimits = {
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Elements open at once. */
  readonly depth: number;
  /** Attributes of one element, namespace declarations included. */
  readonly attributes: number;
  /** Characters (UTF-16 units) of an element, attribute, entity or instruction name. */
  readonly nameLength: number;
  /** Characters of one attribute value. */
  readonly valueLength: number;
  /** Characters of all attribute values of one element. */
  readonly elementLength: number;
  /** Characters of text looked at in one text node; what follows is read and dropped. */
  readonly textLength: number;
  /** Test cases in one report. */
  readonly cases: number;
  /** Red elements whose type, message and place are kept; further ones count all the same. */
  readonly failures: number;
  /** Suites in one report. */
  readonly suites: number;
  /** Characters of all strings that are kept for the result. */
  readonly keptLength: number;
};

export const DEFAULT_LIMITS: ReportLimits = {
  bytes: 128 * 1024 * 1024,
  depth: 64,
  attributes: 128,
  nameLength: 1024,
  valueLength: 512 * 1024,
  elementLength: 1024 * 1024,
  textLength: 64 * 1024,
  cases: 100_000,
  failures: 20_000,
  suites: 20_000,
  keptLength: 16 * 1024 * 1024,
};

/** The defaults, overridden where `overrides` names a limit. */
export function limitsWith(overrides: Partial<ReportLimits> = {}): ReportLimits {
  return { ...DEFAULT_LIMITS, ...overrides };
}

/** Some of the limits, under the names that they have on the command line: `name-length`. */
export type GivenLimits = Readonly<Record<string, number>>;

/** Names of the limits as they are written in options. */
export const LIMIT_NAMES: readonly string[] = Object.keys(DEFAULT_LIMITS).map(kebab);

/** Limits from option names, each at most `times` its default where that is given: a bundle may not ask for any amount. */
export function limitsNamed(given: GivenLimits | undefined, times = Infinity): Partial<ReportLimits> {
  const named = Object.entries(DEFAULT_LIMITS).flatMap(([key, usual]) => {
    const value = given?.[kebab(key)];
    return value === undefined ? [] : [[key, Math.min(value, usual * times)] as const];
  });
  return Object.fromEntries(named);
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
