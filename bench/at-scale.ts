// An organisation of 100,000 users, 1,000,000 grants and a year of history, asked as of now and as of any day of the year; then its chain is
// verified, its access exported, and a file imported. `npm run long -- at-scale` runs it as a test.
// npx node bench/at-scale.ts [share of the size, 1] [folder that bench/organisation.ts made]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { makeOrganisation } from './organisation/make.ts';
import { measureOrganisation } from './organisation/measure.ts';

const [share = '1', made] = process.argv.slice(2);
const folder = made ?? mkdtempSync(join(tmpdir(), 'licet-bench-'));
const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
const embedded = await startEmbedded({ dataDirectory: folder, log: quiet });
try {
  const { connectionString } = embedded;
  if (made === undefined) await makeOrganisation({ connectionString, share: Number(share), say: console.log });
  await measureOrganisation({ connectionString, share: Number(share), say: console.log });
} finally {
  await embedded.stop();
  if (made === undefined) rmSync(folder, { recursive: true, force: true });
}
