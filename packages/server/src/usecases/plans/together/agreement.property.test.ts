import type { PlannedChange } from '@licet/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds, timeout } from '../../../store/access/holds.testing.ts';
import type { Caller } from '../../context.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { linesOf, sentChanges } from './together.testing.ts';

// Changes written together, the same changes one by one, and the same changes applied are refused alike.

let licet: TestLicet;
let made = 0;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

interface World {
  readonly params: { readonly application: string };
  readonly owner: Caller;
  readonly ids: Readonly<Record<'permissions' | 'roles' | 'groups' | 'users' | 'grants', readonly string[]>>;
}

const count = 3;
const numbers = Array.from({ length: count }, (_, n) => n);

/** Three of each kind; each user is in a group and has a role. */
async function makeWorld(): Promise<World> {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const ids: Record<keyof World['ids'], string[]> = { permissions: [], roles: [], groups: [], users: [], grants: [] };
  for (const n of numbers) {
    const permission = await licet.call('permissions.create', owner, { params, body: { name: `a:${n}` } });
    const role = await licet.call('roles.create', owner, {
      params,
      body: { name: `role ${n}`, permissions: [permission.id] },
    });
    const group = await licet.call('groups.create', licet.admin, { body: { name: `${key} ${n}` } });
    const { userId } = await licet.user();
    await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: userId } });
    const gives = { kind: 'role', id: role.id };
    const grant = await licet.call('grants.create', owner, {
      params,
      body: { principal: { kind: 'user', id: userId }, gives },
    });
    for (const [kind, id] of Object.entries({ permissions: permission, roles: role, groups: group, grants: grant }))
      ids[kind as keyof typeof ids].push(id.id);
    ids.users.push(userId);
  }
  return { params, owner, ids };
}

/** Builds a change from the numbers of its target and of another thing. */
type Kind = (world: World, n: number, m: number) => PlannedChange;
const unknown = '00000000-0000-8000-8000-00000000ffff';
const at = (ids: readonly string[], n: number) => ids[n] ?? unknown;
const kinds: Readonly<Record<string, Kind>> = {
  revoke: ({ params, ids }, n) => ({ call: 'grants.revoke', params: { ...params, grant: at(ids.grants, n) } }),
  permission: ({ params, ids }, n) => ({
    call: 'permissions.remove',
    params: { ...params, permission: at(ids.permissions, n) },
  }),
  role: ({ params, ids }, n) => ({ call: 'roles.remove', params: { ...params, role: at(ids.roles, n) } }),
  member: ({ ids }, n, m) => ({
    call: 'groups.removeMember',
    params: { group: at(ids.groups, n), member: at(ids.users, m) },
  }),
  group: ({ ids }, n) => ({ call: 'groups.remove', params: { group: at(ids.groups, n) } }),
  user: ({ ids }, n) => ({ call: 'users.remove', params: { user: at(ids.users, n) } }),
  join: ({ ids }, n, m) => ({
    call: 'groups.addMember',
    params: { group: at(ids.groups, n), member: at(ids.users, m) },
  }),
  grant: ({ params, ids }, n, m) => ({
    call: 'grants.create',
    params,
    body: { principal: { kind: 'user', id: at(ids.users, n) }, gives: { kind: 'role', id: at(ids.roles, m) } },
  }),
  name: ({ params }, n) => ({ call: 'permissions.create', params, body: { name: n < 2 ? `new:${n}` : 'A:0' } }),
  called: ({ params }, n) => ({ call: 'roles.create', params, body: { name: n < 2 ? `new ${n}` : 'ROLE 0' } }),
  person: ({ params }, n) => ({
    call: 'users.create',
    body: { username: `${params.application}-${n}`, name: 'Twin' },
  }),
};

const places = fc.tuple(fc.nat(count), fc.nat(count), fc.boolean());
const questions = fc.tuple(fc.constantFrom(...Object.keys(kinds)), fc.array(places, { minLength: 2, maxLength: 5 }));

/** PostgreSQL reads ids in capitals too. */
const inCapitals = (change: PlannedChange): PlannedChange =>
  ({
    ...change,
    ...('params' in change && {
      params: Object.fromEntries(
        Object.entries(change.params ?? {}).map(([key, value]) => [
          key,
          key === 'application' ? value : String(value).toUpperCase(),
        ]),
      ),
    }),
  }) as PlannedChange;

const filler = (): PlannedChange => {
  made += 1;
  return { call: 'groups.create', body: { name: `Filler ${made}` } };
};

test('changes written together, one after another, and applied are refused alike', { timeout }, async () => {
  await holds(questions, async ([kind, asked]) => {
    const world = await makeWorld();
    const changes = asked.map(([n, m, capitals]) => {
      const change = kinds[kind]?.(world, n, m) ?? filler();
      return capitals ? inCapitals(change) : change;
    });
    const fillers = Array.from({ length: 101 }, filler);
    const codes = async (all: readonly PlannedChange[], from: number) => {
      const { steps, digest } = await licet.call('plans.make', licet.freshAdmin, { body: { changes: all } });
      return { digest, codes: steps.slice(from).map(({ refused }) => refused?.code ?? null) };
    };
    const whole = [...fillers, ...changes];
    const together = await codes(whole, fillers.length);
    const apart = await codes([...fillers, ...changes.flatMap((change) => [change, filler()])], fillers.length);
    expect(together.codes).toEqual(apart.codes.filter((_, place) => place % 2 === 0));

    const body = sentChanges(whole, { digest: together.digest });
    const lines = await linesOf<object>(await licet.call('plans.applyLong', licet.freshAdmin, { body }));
    const first = together.codes.find((code) => code !== null);
    expect(lines.at(-1)).toMatchObject(first ? { problem: { code: first } } : { applied: expect.anything() });
  });
});
