// Measures a large plan that alternates between creating a user and granting that user a role. Prints the milliseconds per change for the
// plan, the apply and the revert.
// npx node bench/alternating-plans.ts [changes, 4000] …
//
// Two shared cores, one process, no HTTP. Milliseconds per change, before and after decision 94 (runs of several calls). The load of the
// machine was 14 to 29 where no load is given.
//                             4,000 changes                        20,000 changes                       100,000 changes
//   plan                       9.4 before, 0.7 after; load 10: 0.5   13.7 before, 0.5 after; load 10: 0.2   load 4: 0.1
//   apply                     17.0 before, 1.3 after; load 10: 0.7   26.3 before, 1.1 after; load 10: 0.4   load 4: 0.1
//   find changes to revert     0.3 before, 0.5 after; load 10: 0.2    0.4 after; load 10: 0.2               load 4: 0.1
//   plan the revert            0.8 before, 0.6 after; load 10: 0.7    0.9 after; load 10: 0.4               load 4: 0.1
//   apply the revert           1.2 before, 1.0 after; load 10: 0.8    1.2 after; load 10: 0.4               load 4: 0.2
import { loadavg } from 'node:os';
import type { PlannedChange } from '@licet/contract';
import { newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';

const sizes = process.argv.slice(2).map(Number);
const dataDirectory = newDataDirectory();
const licet = await startLicet({ dataDirectory, environment: withAdministrator });
const { plans, applications, roles } = licet.operator;
const results: object[] = [];
try {
  for (const size of sizes.length > 0 ? sizes : [4000]) await measure(size);
} finally {
  await licet.stop();
  removeDataDirectory(dataDirectory);
  console.table(results);
}

async function measure(size: number) {
  const timed = async (what: string, work: () => Promise<Response>): Promise<readonly Line[]> => {
    const start = performance.now();
    const lines = (await (await work()).text()).trim().split('\n');
    const each = (performance.now() - start) / size;
    results.push({ size, what, 'ms each': Number(each.toFixed(2)), load: Math.round(loadavg()[0] ?? 0) });
    return lines.map((line) => JSON.parse(line) as Line);
  };
  const make = async (what: string, changes: readonly PlannedChange[], more: object = {}): Promise<number> => {
    const sent = changes.map((change) => `${JSON.stringify({ change })}\n`).join('');
    const planned = await timed(`${what}: plan`, () => plans.makeLong({ body: sent }));
    const apply = JSON.stringify({ apply: { digest: planned.at(-1)?.plan?.digest, ...more } });
    const applied = await timed(`${what}: apply`, () => plans.applyLong({ body: `${apply}\n${sent}` }));
    const last = applied.at(-1)?.applied?.last;
    if (last === undefined) throw new Error(JSON.stringify(applied.at(-1)));
    return last;
  };
  const plan = await make('make', await alternating(size));
  const found = await timed('revert: found', () => plans.revertLong({ body: { plan } }));
  const changes = found.flatMap(({ change }) => change ?? []);
  await make('revert', changes, { reverts: found[0]?.revert?.reverts });
}

interface Line {
  readonly plan?: { readonly digest: string };
  readonly applied?: { readonly last: number };
  readonly change?: PlannedChange;
  readonly revert?: { readonly reverts: readonly number[] };
}

async function alternating(size: number): Promise<PlannedChange[]> {
  const application = `shop${size}`;
  await applications.create({ body: { id: application, name: application } });
  const { id: role } = await roles.create({ params: { application }, body: { name: 'reader' } });
  return Array.from({ length: size / 2 }, (_, n): PlannedChange[] => {
    const as = `00000000-0000-8000-8000-${n.toString(16).padStart(12, '0')}`;
    const body = { principal: { kind: 'user', id: as }, gives: { kind: 'role', id: role } } as const;
    return [
      { call: 'users.create', as, body: { username: `u.${size}.${n}`, name: `User ${n}` } },
      { call: 'grants.create', params: { application }, body },
    ];
  }).flat();
}
