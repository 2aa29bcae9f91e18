// Measures the time until `npm start` on an installed checkout is ready, with a fresh and with an existing directory. Also measures the
// resident memory when idle.
import { setTimeout as pause } from 'node:timers/promises';
import { newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { childrenOf, familyOf, memoryOf } from './processes.ts';

const rounds = Number(process.argv[2] ?? 5);
const fresh: number[] = [];
const existing: number[] = [];
let memory = { server: 0, database: 0 };
for (let round = 0; round < rounds; round += 1) {
  const dataDirectory = newDataDirectory();
  for (const times of [fresh, existing]) {
    const since = performance.now();
    const licet = await startLicet({ dataDirectory, environment: times === fresh ? withAdministrator : {} });
    times.push(performance.now() - since);
    if (times === existing && round === rounds - 1) {
      await pause(3000);
      memory = { server: memoryOf([licet.pid]), database: memoryOf(childrenOf(licet.pid).flatMap(familyOf)) };
    }
    await licet.stop();
  }
  removeDataDirectory(dataDirectory);
}
const median = (times: number[]) => ((times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0) / 1000).toFixed(2);
console.log(`start to ready, fresh directory     ${median(fresh)} s   (target 5 s; median of ${rounds})`);
console.log(`start to ready, existing directory  ${median(existing)} s   (target 2 s)`);
console.log(
  `resident memory, idle               ${memory.server + memory.database} MB: server ${memory.server}, PostgreSQL ${memory.database}   (target 200 MB)`,
);
console.log('What processes share is counted once (the proportional set size). Beside Keycloak: bench/keycloak.ts.');
