import { expect, it } from 'vitest';
import { emptySet, join, setOf } from '../../blocks/permission-set.ts';
import type { Access, ExistingRole, Holder } from './access.ts';
import { askedOf } from './asked.ts';
import { compute, type Told } from './compute.ts';
import { preferExisting } from './prefer.ts';
import { setsOf, suggest } from './suggestion.ts';

const names = ['read', 'write', 'send', 'approve', 'close'];

/** Access by roles and by holders, with the names of their permissions and roles. */
function accessOf(
  contents: Readonly<Record<string, readonly string[]>>,
  granted: Readonly<Record<string, readonly string[]>>,
  includes: Readonly<Record<string, readonly string[]>> = {},
): Access {
  const set = (own: readonly string[]) =>
    setOf(
      own.map((name) => names.indexOf(name)),
      names.length,
    );
  const roles = new Map<string, ExistingRole>();
  for (const [name, own] of Object.entries(contents)) {
    const brings = set(own);
    const included = includes[name] ?? [];
    for (const other of included) join(brings, roles.get(other)?.brings ?? emptySet(names.length));
    const refs = included.map((other) => ({ id: other, name: other }));
    roles.set(name, { id: name, name, title: '', version: 1, own: set(own), brings, includes: refs });
  }
  const holders = Object.entries(granted).map(([name, held]): Holder => {
    const holds = emptySet(names.length);
    for (const role of held) join(holds, roles.get(role)?.brings ?? holds);
    const gives = (role: string) => ({ kind: 'role' as const, id: role, name: role, title: '' });
    const grants = held.map((role) => ({ id: `${name} ${role}`, version: 1, gives: gives(role) }));
    return { principal: { kind: 'user', id: name, name }, ends: null, grants, holds, wants: holds };
  });
  const permissions = names.map((name) => ({ id: name, name, title: '' }));
  return {
    application: 'shop',
    permissions,
    roles: [...roles.values()],
    holders,
    left: { direct: 0, admin: 0, kept: 0 },
  };
}

function told(access: Access, now = () => 0): readonly Told[] {
  const all: Told[] = [];
  compute(askedOf(access), (it) => all.push(it), now);
  return all;
}

function fewestOf(access: Access) {
  const points = told(access).find((it) => it.kind === 'found')?.points ?? [];
  const sets = preferExisting(access, setsOf(points[0]?.roles ?? [], names.length));
  return suggest(access, sets, { chosen: {}, unused: ['new-1', 'new-2'] });
}

it('keeps the existing roles if no fewer roles suffice, even if other roles would also give the access', () => {
  // Two other roles would also suffice: one with Ada's permissions, and one with those that only Ben has.
  const access = accessOf(
    { clerk: ['read', 'write'], sender: ['read', 'send'] },
    { Ada: ['clerk'], Ben: ['clerk', 'sender'] },
  );
  const { roles, changes } = fewestOf(access);
  expect(roles.map(({ existing }) => existing?.name).sort()).toEqual(['clerk', 'sender']);
  expect(changes).toEqual([]);
});

it('removes a role without a new grant if its holders have its permissions through another role', () => {
  const access = accessOf(
    { approver: ['read', 'approve'], regional: ['approve'] },
    { Ada: ['approver', 'regional'], Ben: ['approver'] },
  );
  const { changes, removed } = fewestOf(access);
  expect(changes.map(({ call }) => call)).toEqual(['roles.remove']);
  expect(removed.map(({ role, by }) => [role.name, by.map(({ name }) => name)])).toEqual([['regional', ['approver']]]);
});

it('gives a remaining role the permissions of a removed role that it includes', () => {
  const access = accessOf(
    { base: ['read'], reader: [], clerk: ['write'] },
    { Ada: ['clerk'], Ben: ['reader', 'clerk'], Cem: ['clerk', 'base'] },
    { reader: ['base'], clerk: ['reader'] },
  );
  const { changes } = fewestOf(access);
  expect(changes).toEqual([
    {
      call: 'roles.update',
      params: { application: 'shop', role: 'clerk' },
      body: { permissions: ['read', 'write'], includes: [] },
    },
    { call: 'roles.remove', params: { application: 'shop', role: 'base' } },
    { call: 'roles.remove', params: { application: 'shop', role: 'reader' } },
  ]);
});

it('replaces a grant with one that ends at the same time, unless another grant already lasts longer', () => {
  const ends = '2027-01-01T00:00:00.000000Z';
  const { holders, ...access } = accessOf(
    { reader: ['read'], viewer: ['read'], sender: ['send'], mailer: ['send'] },
    { Ada: ['reader', 'sender'], Ben: ['mailer'], Cem: ['viewer'], Dot: ['reader'], Eva: ['sender'] },
  );
  const [ada, ben, cem, ...others] = holders as [Holder, Holder, Holder, ...Holder[]];
  // Ada also has the access of Ben and Cem, until a day.
  const until = (holder: Holder): Holder => {
    const holds = ada.holds.slice();
    join(holds, holder.holds);
    return { ...holder, principal: ada.principal, ends, holds, wants: holds };
  };
  const all = [ada, until(ben), { ...cem, ends }, ...others];
  const { changes, removed } = fewestOf({ ...access, holders: all });
  expect(removed.map(({ role }) => role.name).sort()).toEqual(['mailer', 'viewer']);
  expect(changes.flatMap((change) => (change.call === 'grants.create' ? change.body : []))).toEqual([
    { principal: { kind: 'user', id: 'Cem' }, gives: { kind: 'role', id: 'reader' }, ends },
  ]);
});

it('ends a grant whose role has permissions that its holder is to lose', () => {
  const access = accessOf(
    { clerk: ['read', 'write'], reader: ['read'] },
    { Ada: ['clerk'], Ben: ['clerk'], Cem: ['reader'] },
  );
  const holders = access.holders.map((holder) =>
    holder.principal.id === 'Ben' ? { ...holder, wants: setOf([0], names.length) } : holder,
  );
  const { changes, losses } = fewestOf({ ...access, holders });
  expect(
    changes.map((change) => [change.call, 'body' in change && 'gives' in change.body && change.body.gives.id]),
  ).toEqual([
    ['grants.revoke', false],
    ['grants.create', 'reader'],
  ]);
  expect(losses.map(({ permission, holders: who }) => [permission.name, who.map(({ id }) => id)])).toEqual([
    ['write', ['Ben']],
  ]);
});

it('reports progress, then the roles, then the checked bound', () => {
  const access = accessOf({ clerk: ['read', 'write'] }, { Ada: ['clerk'] });
  expect(told(access).map((it) => (it.kind === 'progress' ? it.phase : it.kind))).toEqual([
    'searching',
    'curve',
    'found',
    'checking',
    'bound',
  ]);
});

it('returns roles with the same access even if the time limit expires immediately', () => {
  const contents = Object.fromEntries(names.map((name, n) => [name, [name, names[(n + 1) % 5] ?? '']]));
  const granted = Object.fromEntries(names.map((name, n) => [name, [name, names[(n + 2) % 5] ?? '']]));
  let at = 0;
  const found = told(accessOf(contents, granted), () => {
    at += 60_000;
    return at;
  });
  const bound = found.find((it) => it.kind === 'bound')?.bound.lowerBound ?? 0;
  const roles = found.find((it) => it.kind === 'found')?.points[0];
  expect(roles?.missing).toBe(0);
  expect(bound).toBeGreaterThan(0);
  expect(bound).toBeLessThanOrEqual(roles?.roles.length ?? 0);
});
