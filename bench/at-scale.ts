// Measures an organisation of 100,000 users, 1,000,000 grants and a year of history. Covers queries for now and for any day of the year,
// the verification of the audit chain, the export of access, and an import. `npm run long -- at-scale` runs it as a test.
// npx node bench/at-scale.ts [share of the size, 1] [folder that bench/organisation.ts made] [parts: reads,plans,export,verification,import]
//
// Two shared cores (load 3 to 8). p50, p95 in milliseconds for now / for a past time:
//   one decision                           3.9, 7.1 / 3.6, 6.4 (load 10, processor time); without cached roles 7.1, 15.4 / 5.9, 13.3
//   one user's access                      0.5, 1.3 / 0.4, 0.9
//   holders, first page                    8, 34 / 7, 34
//   2,000 roles with counts, by name       25, 78
//   2,000 roles with counts, by holders    14, 31 (load 19; the first query 3100); with one walk for each role 7929, 8302
//   users                                  4.2, 4.7
//   grants of an application               1.3, 1.9
//   grants of the largest application      past time 15, 38; with older code 135 to 175, 175 to 267
// Other figures:
//   plan of a permission removed from a role of 62,123 users: 0.5 s (load 8); with older code 1.9 s (docs/decisions/0055)
//   plan of a revoked grant: 24 ms (no load); with older code 65 ms
//   export of 12,505,740 pairs: first byte after 0.2 s, 2.7 million lines a second, 53 MiB; older code failed after a minute
//   1,033,735 changes with 2,017,412 facts verified in 45 s, 700,000 grants imported in 60 s (load 14)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { makeOrganisation } from './organisation/make.ts';
import { measureOrganisation, parts } from './organisation/measure.ts';

const [share = '1', made, some] = process.argv.slice(2);
const folder = made ?? mkdtempSync(join(tmpdir(), 'licet-bench-'));
const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
const embedded = await startEmbedded({ dataDirectory: folder, log: quiet });
try {
  const { connectionString } = embedded;
  if (made === undefined) await makeOrganisation({ connectionString, share: Number(share), say: console.log });
  const asked = parts.filter((part) => some === undefined || some.split(',').includes(part));
  await measureOrganisation({ connectionString, share: Number(share), parts: asked, say: console.log });
} finally {
  await embedded.stop();
  if (made === undefined) rmSync(folder, { recursive: true, force: true });
}
