import { expect } from 'vitest';
import { codePointOrder, Model, type ModelWorld } from '../access/model.testing.ts';
import { chief, type World } from '../access/world.testing.ts';
import { recordedAt, type Snapshot } from '../kernel/snapshot.ts';
import { type Differing, differing, type Scope } from './differing.ts';
import { Moments } from './moments.ts';

/** The gains, losses and changed ends of a user, by name. */
export interface Told {
  readonly moves?: { readonly roles: readonly string[]; readonly permissions: readonly string[] };
  readonly gains: { readonly roles: readonly string[]; readonly permissions: readonly string[] };
  readonly loses: { readonly roles: readonly string[]; readonly permissions: readonly string[] };
}

/**
 * Returns the differences of every user and program whose access in the world's application differs, by name. `within`
 * restricts them to some roles and permissions.
 */
export function differencesOf(
  world: ModelWorld,
  before: Model,
  after: Model,
  within?: ReadonlySet<string>,
  ends?: 'ends',
): Record<string, Told> {
  const less = (from: readonly string[], others: readonly string[]) =>
    from.filter((it) => !others.includes(it) && (within?.has(it) ?? true));
  const lines = [...world.users, ...world.programs].flatMap((name) => {
    const sides = [before, after].map((model) => ({ roles: model.roles(name), permissions: model.permissions(name) }));
    const withOtherEnd = (kind: 'roles' | 'permissions', all: readonly string[]) =>
      all.filter((it) => (within?.has(it) ?? true) && endIn(before, name, kind, it) !== endIn(after, name, kind, it));
    const [had, has] = sides as [(typeof sides)[0], (typeof sides)[0]];
    const all = had.roles.includes('admin') || has.roles.includes('admin');
    const line = {
      gains: { roles: less(has.roles, had.roles), permissions: all ? [] : less(has.permissions, had.permissions) },
      loses: { roles: less(had.roles, has.roles), permissions: all ? [] : less(had.permissions, has.permissions) },
      ...(ends && {
        moves: {
          roles: withOtherEnd('roles', both(had.roles, has.roles)),
          permissions: all ? [] : withOtherEnd('permissions', both(had.permissions, has.permissions)),
        },
      }),
    };
    return Object.values(line).some((it) => it.roles.length + it.permissions.length > 0) ? [[name, line] as const] : [];
  });
  return Object.fromEntries(lines.sort(([a], [b]) => codePointOrder(a, b)));
}

const both = (some: readonly string[], others: readonly string[]) => some.filter((it) => others.includes(it));

/** The first instant at which a user in a model no longer holds something, without further changes. */
function endIn(model: Model, user: string, kind: 'roles' | 'permissions', name: string): string | undefined {
  const ends = [...new Set(model.state.grants.map(({ ends }) => ends))].filter((end) => end > model.at).sort();
  return ends.find((end) => end !== 'infinity' && !model.later(end)[kind](user).includes(name));
}

/** Compares the differences between two instants with the model, for each user, program, role and group, and for the application. */
export async function compareDifferences(snapshot: Snapshot, world: World, earlier: string, later: string) {
  const { application, ids, users, programs, roles, groups, states } = world;
  const [from, to] = [await recordedAt(snapshot, earlier), await recordedAt(snapshot, later)];
  const [before, after] = [new Model(world, states, earlier), new Model(world, states, later)];
  const id = (name: string) => ids.get(name) ?? '';
  const all = differencesOf(world, before, after, undefined, 'ends');
  const ask = async (scope: Scope) => differencesByName(world, await differing(from, to, scope));
  expect(await ask({ kind: 'application', application: application.id })).toEqual(all);
  for (const user of [...users, ...programs])
    expect(await ask({ kind: 'user', id: id(user) })).toEqual(user in all ? { [user]: all[user] } : {});
  for (const role of roles) {
    const holds = (user: string) => [before, after].some((model) => model.paths(user, role).length > 0);
    // A deleted role gives nothing.
    const within = new Set(
      [before, after].flatMap((model) => (model.state.gone.has(role) ? [] : permissionsOf(model, role))),
    );
    const expected = filtered(differencesOf(world, before, after, within, 'ends'), holds);
    expect(await ask({ kind: 'role', id: id(role), application: application.id })).toEqual(expected);
  }
  for (const group of groups) {
    const belongs = (user: string) => [before, after].some((model) => model.groupsAbove(user).has(group));
    const within = new Set([before, after].flatMap((model) => givenTo(model, group)));
    const expected = filtered(differencesOf(world, before, after, within, 'ends'), belongs);
    expect(await ask({ kind: 'group', id: id(group) })).toEqual(expected);
  }
  const found = await differing(from, to, { kind: 'application', application: application.id });
  const moments = new Moments(from, to);
  for (const user of [...users, ...programs])
    for (const line of found.get(id(user)) ?? []) await compareMoments(moments, world, user, id(user), line);
}

async function compareMoments(
  moments: Moments,
  world: World,
  user: string,
  userId: string,
  line: Differing,
): Promise<void> {
  const found = await moments.of(userId, line);
  for (const side of ['gains', 'loses', 'moves'] as const)
    for (const kind of ['roles', 'permissions'] as const) {
      expect(found.flatMap((moment) => moment[side][kind]).sort(codePointOrder)).toEqual(line[side][kind]);
      for (const { at, change, ...moment } of found) {
        const [was, is] = [justBefore(at), at].map((instant) => new Model(world, world.states, instant)[kind](user));
        if (side === 'moves') continue;
        for (const name of moment[side][kind])
          expect([was?.includes(name), is?.includes(name)]).toEqual(side === 'gains' ? [false, true] : [true, false]);
        expect(world.states.find((state) => state.at === at)?.no ?? null).toBe(change);
      }
    }
}

function differencesByName({ ids, application, users, programs }: World, found: Awaited<ReturnType<typeof differing>>) {
  const nameOf = new Map([...users, ...programs].map((name) => [ids.get(name), name]));
  return Object.fromEntries(
    [...found]
      .flatMap(([holder, lines]) =>
        lines
          .filter((line) => line.application === application.id)
          .map(({ gains, loses, moves }) => [nameOf.get(holder) ?? holder, { gains, loses, moves }] as const),
      )
      .sort(([a], [b]) => codePointOrder(a, b)),
  );
}

const filtered = (lines: Record<string, Told>, which: (user: string) => boolean) =>
  Object.fromEntries(Object.entries(lines).filter(([user]) => which(user)));

/** The names of the role's permissions, included roles and their permissions. */
function permissionsOf(model: Model, role: string): string[] {
  const below = model.below(role);
  return [...below, ...model.state.holdings.filter(([holder]) => below.includes(holder)).map(([, held]) => held)];
}

function givenTo(model: Model, group: string): string[] {
  const above = [group, ...model.groupsAbove(group)];
  return model.state.grants
    .filter(({ principal, ends, gives }) => above.includes(principal) && ends > model.at && gives !== chief)
    .filter(model.here)
    .flatMap(({ gives }) => (model.world.roles.includes(gives) ? permissionsOf(model, gives) : [gives]));
}

/** The microsecond before an instant. */
function justBefore(at: string): string {
  const micros = BigInt(Date.parse(at)) * 1000n + BigInt(at.slice(23, 26)) - 1n;
  return `${new Date(Number(micros / 1000n)).toISOString().slice(0, 23)}${String(micros % 1000n).padStart(3, '0')}Z`;
}
