// Measures separation of duties in an organisation of 100,000 users and 1,000,000 grants. Measures changes without separation rules,
// changes with 500 rules that do or do not concern them, and the report.
// npx node bench/separations.ts [share of the size, 1]
//
// Two shared cores (load 6), p50, p95 in milliseconds: of a change that is rolled back, and of the check of its separation rules.
//                                            change      check
//   no rules, a grant                        3.7, 122    0.0
//   no rules, a new member                   4.2, 56     0.0
//   500 rules, a grant                       14, 44      2.8, 22
//   500 rules, a new member                  13, 57      5.3, 30
//   500 rules, a role included in the role   21, 33      2.9, 5.8
//     that the most users have
// The report of 500 rules has 15,334 findings. All findings with every path take 6.8 s. The first page took 8.8 s before each group was
// walked only once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { checks } from '../packages/server/src/store/checks.ts';
import { type Change, change } from '../packages/server/src/store/kernel/change.ts';
import { type Database, openDatabase } from '../packages/server/src/store/kernel/database.ts';
import { insertFact } from '../packages/server/src/store/kernel/facts.ts';
import { newId } from '../packages/server/src/store/kernel/ids.ts';
import { read } from '../packages/server/src/store/kernel/snapshot.ts';
import { violationsOf } from '../packages/server/src/store/separations/check.ts';
import { storedRules } from '../packages/server/src/store/separations/duties.ts';
import { insertSeparation } from '../packages/server/src/store/separations/separations.ts';
import { everyViolation, listViolations } from '../packages/server/src/store/separations/violations.ts';
import { makeOrganisation } from './organisation/make.ts';

const share = Number(process.argv[2] ?? '1');
const folder = mkdtempSync(join(tmpdir(), 'licet-bench-'));
const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
const embedded = await startEmbedded({ dataDirectory: folder, log: quiet });
const actor = { kind: 'system', id: null, name: 'bench' } as const;
try {
  const { connectionString } = embedded;
  await makeOrganisation({ connectionString, share, say: () => undefined });
  const database = openDatabase({ checks, connectionString });
  try {
    await measure(database);
  } finally {
    await database.close();
  }
} finally {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(database: Database): Promise<void> {
  const rows = async <Row>(text: string) => (await database.pool.query(text)).rows as Row[];
  const present = 'no_to = 9223372036854775807';
  const users = await rows<{ id: string }>(
    `select id from users where ${present} order by hashtext(id::text) limit 300`,
  );
  const roles = await rows<{ id: string; app: string }>(
    `select id, app_id as app from roles where ${present} and not built_in order by hashtext(id::text) limit 5000`,
  );
  const groups = await rows<{ id: string }>(
    `select id from groups where ${present} order by hashtext(id::text) limit 300`,
  );
  const [widest = { id: '', app: '' }] = await rows<{ id: string; app: string }>(
    `select r.id, r.app_id as app from roles r join grants g on g.role_id = r.id and g.${present}
     left join memberships m on m.group_id = g.principal_id and m.${present}
     where r.${present} and not r.built_in group by 1, 2 order by count(*) desc limit 1`,
  );
  const give = (index: number) => (handle: Change) =>
    grantTo(handle, users[index % 300]?.id ?? '', roles[index] ?? widest);
  const join_ = (index: number) => (handle: Change) =>
    insertFact(handle, 'memberships', {
      group_id: groups[index % groups.length]?.id,
      member_id: users[(index * 7) % 300]?.id,
      member_kind: 'user',
    });
  const fill = (index: number) => (handle: Change) =>
    insertFact(handle, 'inclusions', {
      role_id: widest.id,
      included_id: roles.filter(({ app }) => app === widest.app)[index + 1]?.id,
    });
  const report = async (what: string) => {
    await timed(database, `${what}: a grant`, 100, give);
    await timed(database, `${what}: a member`, 100, join_);
    await timed(database, `${what}: a role of many is filled`, 5, fill);
  };
  await report('no separation');
  await change(database, actor, async (handle) => {
    recorded(handle);
    const part = (at: number, number: number) =>
      roles.slice(at, at + 1).map(({ id, app }) => ({ part: number, appId: app, roleId: id, permissionId: null }));
    for (let index = 0; index < 500; index += 1)
      await insertSeparation(handle, { name: `rule ${index}`, why: '', atMost: 1 }, [
        ...part((index * 8) % (roles.length - 8), 1),
        ...part(((index * 8) % (roles.length - 8)) + 4, 2),
      ]);
  });
  await database.pool.query('analyze separations, separation_elements');
  await report('500 separations');
  const began = performance.now();
  const total = await read(database, (snapshot) =>
    listViolations(snapshot, storedRules(snapshot), 'all', { limit: 50 }),
  );
  console.log(`the report of all, first page of ${total.total}: ${Math.round(performance.now() - began)} ms`);
  const started = performance.now();
  let lines = 0;
  await read(database, async (snapshot) => {
    for await (const _ of everyViolation(snapshot, storedRules(snapshot), {})) lines += 1;
  });
  console.log(`the whole of it, ${lines}: ${Math.round(performance.now() - started)} ms`);
}

async function timed(
  database: Database,
  what: string,
  times: number,
  make: (index: number) => (handle: Change) => Promise<unknown>,
): Promise<void> {
  const taken: number[] = [];
  const checked: number[] = [];
  let found = 0;
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    await change(
      database,
      actor,
      async (handle) => {
        recorded(handle);
        await make(index)(handle);
        const checking = performance.now();
        found += (await violationsOf(handle)).length;
        handle.checking.done = true;
        checked.push(performance.now() - checking);
      },
      true,
    ).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'Refusal') throw error;
    });
    taken.push(performance.now() - began);
  }
  const [change_, check] = [taken, checked].map((all) => all.sort((a, b) => a - b));
  const at = (all: readonly number[] = [], share: number) => (all[Math.floor(all.length * share)] ?? 0).toFixed(1);
  console.log(
    `${what}: p50 ${at(change_, 0.5)}, p95 ${at(change_, 0.95)} ms, of which the check ${at(check, 0.5)}, ${at(check, 0.95)}; found ${found}`,
  );
}

function recorded(handle: Change): void {
  handle.record({ action: 'licet.upgraded', target: { kind: 'bench', id: 'bench', name: 'bench' } });
}

function grantTo(handle: Change, user: string, { id, app }: { id: string; app: string }): Promise<void> {
  return insertFact(handle, 'grants', {
    id: newId(),
    app_id: app,
    principal_id: user,
    principal_kind: 'user',
    role_id: id,
    starts: handle.at,
    reason: '',
    granted_by: 'bench',
    created_no: handle.no,
  });
}
