/**
 * Reads one report in a process of its own and prints `{cpu, wall, peakMb, tests}`, loading of code not counted:
 * `reader-driver.ts ours|saxes|fast-xml-parser FILE`.
 */
import { open, readFile } from 'node:fs/promises';
import { readReport } from '../src/evidence/junit/read.ts';

const MB = 1024 * 1024;
const [reader = '', file = ''] = process.argv.slice(2);

const readers: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  ours: () => Promise.resolve(ours),
  saxes: rawSaxes,
  'fast-xml-parser': fastXmlParser,
};

async function ours(): Promise<number> {
  const reading = await readReport(file, { limits: { bytes: 1024 * MB } });
  if (reading.state === 'refused') throw new Error(reading.message);
  return reading.totals.tests;
}

/** The tokenizer beneath the reader, with the same decoding in the same steps, and nothing made of what it says. */
async function rawSaxes(): Promise<() => Promise<number>> {
  const { SaxesParser } = await import('saxes');
  return async () => {
    const parser = new SaxesParser({ xmlns: true });
    let tests = 0;
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ local }) => {
      if (local === 'testcase') tests += 1;
    });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const opened = await open(file);
    const buffer = Buffer.allocUnsafe(64 * 1024);
    for (;;) {
      const { bytesRead } = await opened.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      parser.write(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
    }
    await opened.close();
    parser.write(decoder.decode());
    parser.close();
    return tests;
  };
}

async function fastXmlParser(): Promise<() => Promise<number>> {
  const { XMLParser } = await import('fast-xml-parser');
  return async () => {
    const text = await readFile(file, 'utf8');
    const document = new XMLParser({ ignoreAttributes: false }).parse(text) as { readonly testsuites: { readonly testsuite: readonly { readonly testcase: readonly unknown[] }[] } };
    return document.testsuites.testsuite.reduce((sum, suite) => sum + suite.testcase.length, 0);
  };
}

const prepare = readers[reader];
if (prepare === undefined) throw new Error(`no reader "${reader}"`);
const read = await prepare();
const before = process.cpuUsage();
const started = performance.now();
const tests = await read();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ cpu: (user + system) / 1e6, wall: (performance.now() - started) / 1000, peakMb: Math.round(process.resourceUsage().maxRSS / 1024), tests }));
