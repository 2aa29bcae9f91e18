import { fileURLToPath } from 'node:url';
import { buildSite } from './build.ts';
import { checkSite } from './check.ts';
import { BrokenLink } from './links.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = fileURLToPath(new URL('../dist/', import.meta.url));

try {
  await buildSite(root, folder);
  const faults = checkSite(folder);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof BrokenLink)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
