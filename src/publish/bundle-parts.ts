/** The parts of a bundle, each parsed once. Whoever can write to where bundles are kept controls every byte of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { BundleFault, BundleFile, Manifest } from '../model/bundle.ts';

/** No part but a report comes near it; what is larger was not written by this program. */
export const PART_LIMIT_BYTES = 128 << 20;

/** A part that cannot be understood: the bundle has that fault, and nothing else of it is judged. */
export class PartFault extends Error {
  readonly fault: BundleFault;
  constructor(file: string, kind: BundleFault['kind'], what: string) {
    super(what);
    this.fault = { file, kind, what };
  }
}

/** The parsed parts of a bundle. */
export interface Parts {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly files: ReadonlyMap<string, BundleFile>;
  /** The part as its schema gives it; null where the manifest does not name it. */
  readonly read: <T extends z.core.$ZodType>(name: string, schema: T) => z.output<T> | null;
}

export function partsOf(manifest: Manifest, folder: string): Parts {
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  const known = new Map<string, unknown>();
  return {
    manifest,
    folder,
    files,
    read: <T extends z.core.$ZodType>(name: string, schema: T): z.output<T> | null => {
      if (known.has(name)) return known.get(name) as z.output<T>;
      const file = files.get(name);
      if (file === undefined) return null;
      if (file.size > PART_LIMIT_BYTES) throw new PartFault(name, 'malformed', `has ${file.size} bytes, more than any that is written`);
      let value: unknown;
      try {
        value = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      } catch {
        throw new PartFault(name, 'malformed', 'is not JSON');
      }
      const parsed = z.safeParse(schema, value);
      if (!parsed.success) throw new PartFault(name, 'malformed', `is not what the format asks for at "${parsed.error.issues[0]?.path.join('.') ?? ''}"`);
      known.set(name, parsed.data);
      return parsed.data;
    },
  };
}
