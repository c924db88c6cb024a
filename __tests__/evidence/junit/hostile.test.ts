import { spawn } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { SHAPES } from './hostile-shapes.ts';

const PROGRAM = new URL('./hostile-shapes.ts', import.meta.url).pathname;

/** Megabytes of resident memory that no document may make the reader need, the runtime's own 80 included. */
const PEAK_MB = 200;

describe('documents made to exhaust the reader', () => {
  test.each(Object.entries(SHAPES))('%s ends in time, within memory, with its own answer', async (name, shape) => {
    const { code, peakMb } = await readApart(name);
    expect(code).toBe(shape.code);
    expect(peakMb).toBeLessThan(PEAK_MB);
  }, 120_000);
});

/** Runs one shape in a process of its own, so that its peak of memory is its alone. */
function readApart(name: string): Promise<{ code: string; peakMb: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, name], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 110_000 });
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    child.on('error', reject);
    child.on('close', (status, signal) => {
      if (status === 0) resolve(JSON.parse(said) as { code: string; peakMb: number });
      else reject(new Error(`ended with ${status ?? signal ?? 'nothing'}: ${said.slice(-2000)}`));
    });
  });
}
