/** Loaded into a process by `--import`: writes the most memory that it ever held, in bytes, to the file BENCH_PEAK. */
import { writeFileSync } from 'node:fs';

const BYTES_PER_KIB = 1024;

process.on('exit', () => {
  const file = process.env['BENCH_PEAK'];
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS * BYTES_PER_KIB));
});
