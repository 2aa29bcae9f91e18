import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licet } from './command-line.ts';
import { type RunningLicet, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { realData } from './shared.ts';

// Who may do what in a real company is imported as pairs, regrouped into roles by plans, and turned back: what everybody holds stays what the
// file says, after each step.

const application = 'customer';
const params = { application };
/** Only sets that so many people share become a role. */
const enough = Number(process.env.LICET_REGROUP_SHARED ?? 20);
const file = realData.folder && join(realData.folder, 'customer.tsv');

let running: RunningLicet;
let operator: Client;
beforeAll(async () => {
  if (!file) return;
  running = await startWithAdministrator();
  operator = running.operator;
}, 120_000);
afterAll(async () => {
  await running?.stop();
  if (running) removeDataDirectory(running.dataDirectory);
});

type Changes = NonNullable<Parameters<Client['plans']['make']>[0]>['body']['changes'];
type Change = Changes[number];

/** What somebody was granted directly: permissions by name, and the ids of the grants. */
interface Own {
  permissions: Map<string, string>;
  grants: string[];
}

/** What everybody holds, as lines of user and permission. */
async function held(): Promise<string> {
  const { out, err, code } = await licet([
    'export',
    'access',
    '--application',
    application,
    '--data',
    running.dataDirectory,
  ]);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  return linesOf(out);
}
const linesOf = (text: string) => text.split('\n').filter(Boolean).sort().join('\n');

/** Every grant, in force now. */
async function grants() {
  const found: Awaited<ReturnType<Client['grants']['list']>>['items'] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await operator.grants.list({
      params,
      query: { state: 'active', limit: limits.pageMax.value, ...(cursor && { cursor }) },
    });
    found.push(...page.items);
    if (page.next === null) return found;
    cursor = page.next;
  }
}

/** Plans changes, applies them, and answers the number of the change set. Nobody gains or loses a permission by any of it. */
async function apply(changes: Changes, reverts?: number[]): Promise<number> {
  const plan = await operator.plans.make({ body: { changes } });
  expect(plan.steps.filter(({ refused }) => refused !== null)).toEqual([]);
  expect(plan.effects.flatMap(({ gains, loses }) => [...gains.permissions, ...loses.permissions])).toEqual([]);
  const body = { changes, digest: plan.digest, ...(reverts && { reverts }) };
  return (await operator.plans.apply({ body })).last;
}

test.skipIf(!file)(
  `customer.tsv is imported, regrouped by plans and turned back, and everybody holds what the file says at each step${realData.missing ? ` (skipped: ${realData.missing})` : ''}`,
  { timeout: 3_600_000 },
  async () => {
    const said = readFileSync(file ?? '', 'utf8');
    const before = linesOf(said);
    const imported = ['import', file ?? '', '--application', application, '--create', '--name', 'Customer'];
    expect((await licet([...imported, '--data', running.dataDirectory])).code).toBe(0);
    expect(await held()).toBe(before);

    const bySet = new Map<string, { permissions: Map<string, string>; people: Map<string, string[]> }>();
    const own = new Map<string, Own>();
    for (const { id, principal, gives } of await grants()) {
      const mine: Own = own.get(principal.id) ?? { permissions: new Map(), grants: [] };
      mine.permissions.set(gives.name, gives.id);
      mine.grants.push(id);
      own.set(principal.id, mine);
    }
    for (const [person, { permissions, grants }] of own) {
      const key = [...permissions.keys()].sort().join();
      const set = bySet.get(key) ?? { permissions, people: new Map() };
      set.people.set(person, grants);
      bySet.set(key, set);
    }

    const shared = [...bySet.values()].filter(
      ({ people, permissions }) => people.size >= enough && permissions.size > 1,
    );
    expect(shared.length).toBeGreaterThan(0);
    const sets: number[] = [];
    let [part, moved]: [Change[], number] = [[], 0];
    const flush = async () => {
      if (part.length > 0) sets.push(await apply(part));
      part = [];
    };
    for (const [index, { permissions, people }] of shared.entries()) {
      await flush();
      const { id } = await operator.roles.create({
        params,
        body: { name: `shared-${index + 1}`, permissions: [...permissions.values()] },
      });
      for (const [person, given] of people) {
        if (part.length + given.length + 1 > limits.planChangesMax.value) await flush();
        const body = { principal: { kind: 'user', id: person }, gives: { kind: 'role', id } } as const;
        part.push({ call: 'grants.create', as: randomUUID(), params, body });
        part.push(...given.map((grant): Change => ({ call: 'grants.revoke', params: { ...params, grant } })));
        moved += 1;
      }
    }
    await flush();
    expect(await held()).toBe(before);
    expect((await grants()).filter(({ gives }) => gives.kind === 'role')).toHaveLength(moved);

    for (const plan of sets.toReversed()) {
      const { changes, reverts, cannot } = await operator.plans.revert({ body: { plan } });
      expect(cannot).toEqual([]);
      await apply(changes, reverts);
    }
    expect(await held()).toBe(before);
    expect((await grants()).filter(({ gives }) => gives.kind === 'role')).toEqual([]);
    expect(await operator.audit.verify()).toMatchObject({ whole: true });
    console.info(`${moved} people moved to ${shared.length} roles by ${sets.length} change sets, and back.`);
  },
);
