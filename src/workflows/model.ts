/** A workflow as far as the doctor looks at it. Every part knows its file and line, also where it came from another file. */
export interface Place {
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
}

export type Permissions = { readonly kind: 'all'; readonly level: string } | { readonly kind: 'named'; readonly levels: ReadonlyMap<string, string> };

export interface Step extends Place {
  readonly id: string | null;
  readonly uses: string | null;
  readonly run: string | null;
  readonly condition: string | null;
  readonly continueOnError: string | null;
  readonly inputs: ReadonlyMap<string, string>;
  /** What of the gate it calls; null for any other step. */
  readonly gate: GateCall | null;
}

export interface GateCall {
  readonly phase: string;
  /** By names of the action's inputs. */
  readonly inputs: ReadonlyMap<string, string>;
}

export interface Job extends Place {
  readonly id: string;
  readonly needs: readonly string[];
  /** Conditions on the way to it: its own, and those of jobs that call its workflow. */
  readonly conditions: readonly string[];
  readonly continueOnError: string | null;
  readonly runsOn: readonly string[];
  readonly permissions: Permissions | null;
  readonly steps: readonly Step[];
}

export interface Event extends Place {
  readonly name: string;
  /** Keys that narrow it down: `paths`, `paths-ignore`, `branches`, … */
  readonly filters: readonly string[];
}

export interface Workflow extends Place {
  readonly events: readonly Event[];
  readonly permissions: Permissions | null;
  readonly jobs: readonly Job[];
}

/** A part that could not be followed or understood. */
export interface Unread extends Place {
  readonly kind: 'malformed' | 'not-followed';
  readonly why: string;
}

/** What the doctor finds. */
export interface Fault extends Place {
  readonly rule: string;
  /** Whether it makes the gate useless, or is only worth knowing. */
  readonly rejects: boolean;
  readonly what: string;
  /** YAML that mends it, several lines. */
  readonly remedy: string;
  readonly innocentWhen?: string;
}
