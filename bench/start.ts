// npm start on an installed checkout, to ready: on a fresh and on an existing directory; resident memory when idle.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';

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
      memory = memoryOf(licet.pid);
    }
    await licet.stop();
  }
  removeDataDirectory(dataDirectory);
}
const median = (times: number[]) => ((times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0) / 1000).toFixed(2);
console.log(`start to ready, fresh directory     ${median(fresh)} s   (target 5 s; median of ${rounds})`);
console.log(`start to ready, existing directory  ${median(existing)} s   (target 2 s)`);
console.log(
  `resident memory, idle               ${memory.server + memory.database} MB: server ${memory.server}, PostgreSQL ${memory.database}   (target 200 MB; Keycloak asks for 1,250 MB)`,
);
console.log(
  'PostgreSQL’s processes share memory: its figure is the proportional set size, the server’s the resident set size.',
);

// From /proc: a server and its descendants. PSS divides what PostgreSQL's processes share.
function memoryOf(server: number): { server: number; database: number } {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const under = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === server || (parent !== undefined && parent > 1 && under(parent));
  };
  const kilobytes = (file: string, field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(file))?.[1] ?? 0);
  const database = [...parents.keys()]
    .filter(under)
    .reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0);
  return {
    server: Math.round(kilobytes(`/proc/${server}/status`, 'VmRSS') / 1024),
    database: Math.round(database / 1024),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
