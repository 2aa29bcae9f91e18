// Fills an empty database with 100,000 users, 2,000 groups, 200 applications, 5,000 roles, 50,000 permissions, 1,000,000 grants and a year
// of history. The audit chain is valid. The same seed makes the same organisation.
// npx node bench/organisation.ts <folder, for `licet start --data`, or postgres://…> [share of the size, 1] [seed, 1]
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { makeOrganisation } from './organisation/make.ts';

const [place, share = '1', seed = '1'] = process.argv.slice(2);
if (place === undefined) throw new Error('Name a folder that does not exist yet, or the address of an empty database.');
const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
const embedded = /^postgres(ql)?:/.test(place) ? undefined : await startEmbedded({ dataDirectory: place, log: quiet });
try {
  const connectionString = embedded?.connectionString ?? place;
  await makeOrganisation({ connectionString, share: Number(share), seed: Number(seed), say: console.log });
} finally {
  await embedded?.stop();
}
