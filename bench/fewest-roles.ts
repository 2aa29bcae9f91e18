// Finds the fewest roles for real data, checks them, and prints bounds and times:
// npx node bench/fewest-roles.ts [folder with americas_small.tsv and others] [runs]
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundFault, coverFault, curve, fewestRoles, numbered } from '../packages/fewest-roles/src/index.ts';

const folder = process.argv[2] ?? new URL('../../shared/data/rbac/', import.meta.url).pathname;
const runs = Number(process.argv[3] ?? 1);

for (const name of ['domino', 'healthcare', 'firewall1', 'customer', 'americas_small']) {
  const file = join(folder, `${name}.tsv`);
  if (existsSync(file)) measure(name, file);
  else console.log(`${name}: not run, because ${folder} has no ${name}.tsv.`);
}

function measure(name: string, file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const { holdings } = numbered(lines.map((line) => line.split('\t') as [string, string]));
  for (let run = 0; run < runs; run++) {
    const cpu = process.cpuUsage();
    const started = performance.now();
    const fewest = fewestRoles(holdings);
    const { roles, lowerBound, blocks } = fewest;
    const took = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    const fault = coverFault(holdings, roles) ?? boundFault(holdings, blocks, lowerBound) ?? 'checked';
    console.log(
      `${name}: ${holdings.users} x ${holdings.permissions}, ${lines.length} pairs; ${roles.length} roles, at least ${lowerBound}, largest block ${Math.max(...blocks.map(({ pairs }) => pairs.length))}, ${fault}; ${took.toFixed(0)} ms (${((user + system) / 1000).toFixed(0)} ms of CPU)`,
    );
  }
  const fewest = fewestRoles(holdings);
  const started = performance.now();
  const { points } = curve(holdings, fewest);
  const took = performance.now() - started;
  const shares = [0.001, 0.01, 0.05, 0.1].map((share) => {
    const point = points.findLast(({ missing }) => missing <= share * lines.length);
    return `${share * 100} % missing: ${point?.roles.length} roles`;
  });
  console.log(`${name}: ${shares.join(', ')}; curve in ${took.toFixed(0)} ms`);
}
