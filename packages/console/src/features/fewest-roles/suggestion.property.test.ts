import type { Grant } from '@licet/contract';
import { expect, it } from 'vitest';
import { emptySet, join, keyOf, type PermissionSet, placesIn, setOf } from '../../blocks/permission-set.ts';
import { type Access, type ExistingRole, holdersOf } from './access.ts';
import { askedOf } from './asked.ts';
import { type CurvePoint, compute } from './compute.ts';
import { preferExisting } from './prefer.ts';
import { type Suggestion, setsOf, suggest } from './suggestion.ts';

const SIZE = 9;
const ends = [null, null, '2027-01-01T00:00:00.000000Z', '2028-01-01T00:00:00.000000Z'];
const instants = ['2026-06-01', '2027-06-01', '2028-06-01'];

/** A pseudo-random number generator (Park and Miller, CACM 31(10), 1988), so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface World {
  readonly roles: Map<string, { own: PermissionSet; includes: string[] }>;
  readonly grants: Map<string, { user: string; role: string; ends: string | null }>;
}

function worldOf(seed: number): World {
  const random = randomFrom(seed);
  const roles: World['roles'] = new Map();
  for (let n = 0; n < 7; n += 1) {
    const own = setOf(
      Array.from({ length: random(4) }, () => random(SIZE)),
      SIZE,
    );
    const includes = [...roles.keys()].filter(() => random(4) === 0);
    roles.set(`role ${n}`, { own, includes });
  }
  const grants: World['grants'] = new Map();
  for (let n = 0; n < 30; n += 1) {
    const [user, role] = [`user ${random(9)}`, `role ${random(7)}`];
    // The database refuses overlapping grants of one role to one principal.
    grants.set(`${user} ${role}`, { user, role, ends: ends[random(4)] ?? null });
  }
  return { roles, grants };
}

function bringsIn({ roles }: World, role: string): PermissionSet {
  const set = emptySet(SIZE);
  const found = roles.get(role);
  if (!found) throw new Error(`There is no ${role}.`);
  join(set, found.own);
  for (const included of found.includes) join(set, bringsIn({ roles } as World, included));
  return set;
}

/** The permissions of each user at each instant. */
const heldIn = (world: World) =>
  instants.map((instant) => {
    const held = new Map<string, PermissionSet>();
    for (const { user, role, ends: end } of world.grants.values()) {
      const set = held.get(user) ?? emptySet(SIZE);
      held.set(user, set);
      if (end === null || end > instant) join(set, bringsIn(world, role));
    }
    return new Map([...held].map(([user, set]) => [user, placesIn(set)] as const).sort());
  });

function accessIn(world: World): Access {
  const roles = [...world.roles].map(
    ([id, { own, includes }]): ExistingRole => ({
      id,
      name: id,
      title: '',
      version: 1,
      own,
      brings: bringsIn(world, id),
      includes: includes.map((name) => ({ id: name, name })),
    }),
  );
  const grants = [...world.grants].map(
    ([id, { user, role, ends: end }]): Grant => ({
      id,
      application: 'shop',
      principal: { kind: 'user', id: user, name: user },
      starts: '2026-01-01',
      ends: end,
      reason: '',
      state: 'active',
      grantedBy: '',
      version: 1,
      gives: { kind: 'role', id: role, name: role, title: '' },
    }),
  );
  const permissions = Array.from({ length: SIZE }, (_, n) => ({ id: `${n}`, name: `${n}`, title: '' }));
  return {
    application: 'shop',
    permissions,
    roles,
    ...holdersOf(grants, new Map(roles.map((it) => [it.id, it])), SIZE),
  };
}

/** Applies the changes, and refuses those that the database would refuse. */
function make({ roles, grants }: World, changes: Suggestion['changes']): World {
  const next: World = { roles: new Map(roles), grants: new Map(grants) };
  const setFrom = (ids: readonly string[]) => setOf(ids.map(Number), SIZE);
  for (const change of changes) {
    if (change.call === 'roles.create')
      next.roles.set(change.as ?? '', { own: setFrom(change.body?.permissions ?? []), includes: [] });
    else if (change.call === 'roles.update')
      next.roles.set(change.params.role, {
        own: setFrom(change.body?.permissions ?? []),
        includes: [...(change.body?.includes ?? [])],
      });
    else if (change.call === 'grants.revoke') expect(next.grants.delete(change.params.grant)).toBe(true);
    else if (change.call === 'grants.create') {
      const { principal, gives, ends: end } = change.body;
      const same = [...next.grants.values()].filter(({ user, role }) => user === principal.id && role === gives.id);
      expect(same).toEqual([]);
      next.grants.set(crypto.randomUUID(), { user: principal.id, role: gives.id, ends: end ?? null });
    } else if (change.call === 'roles.remove') {
      const { role } = change.params;
      next.roles.delete(role);
      for (const [id, grant] of next.grants) if (grant.role === role) next.grants.delete(id);
    } else throw new Error(`Unexpected: ${change.call}`);
  }
  return next;
}

it('changes no user’s present or future access, for random roles, inclusions and grants', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const world = worldOf(seed);
    const access = accessIn(world);
    const points: CurvePoint[] = [];
    compute(
      askedOf(access),
      (told) => told.kind === 'found' && points.push(...told.points),
      () => 0,
    );
    for (const { roles, missing } of points) {
      const sets = preferExisting(access, setsOf(roles, SIZE));
      const suggestion = suggest(access, sets, { chosen: {}, unused: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] });
      const before = heldIn(world);
      const after = heldIn(make(world, suggestion.changes));
      const lost = new Set(
        suggestion.losses.flatMap(({ permission, holders }) => holders.map(({ id }) => `${id} ${permission.id}`)),
      );
      for (const [at, held] of before.entries())
        for (const [user, places] of held) {
          const still = after[at]?.get(user) ?? [];
          expect(
            still.filter((place) => !places.includes(place)),
            `gained, seed ${seed}`,
          ).toEqual([]);
          const gone = places.filter((place) => !still.includes(place) && !lost.has(`${user} ${place}`));
          expect(gone, `lost, seed ${seed}`).toEqual([]);
        }
      if (missing === 0) expect(lost.size, `seed ${seed}`).toBe(0);
      expect(suggestion.roles.length).toBe(new Set(sets.map(keyOf)).size);
    }
  }
});
