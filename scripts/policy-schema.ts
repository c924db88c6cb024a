/** Writes the JSON schema of the policy file, for editors: made from the schema that the program itself reads by. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { POLICY_SCHEMA_FILE, policySchema } from '../src/model/policy.ts';

/** The text of the schema's file. */
export function policySchemaText(): string {
  const schema = z.toJSONSchema(policySchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ title: 'Policy of generation-gate', description: 'docs/policy.md describes each key.', ...schema }, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', POLICY_SCHEMA_FILE), policySchemaText());
