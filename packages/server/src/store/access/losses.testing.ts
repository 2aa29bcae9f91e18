import { expect } from 'vitest';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Loss, lossesSince } from '../live/losses.ts';
import { lastHeld } from './last-held.ts';
import { Model } from './model.testing.ts';
import type { World } from './world.testing.ts';

/** Compares reported losses with the model: every loss that affects a token is reported, and only users with a loss are reported. */
export async function compareLosses(snapshot: Snapshot, world: World): Promise<void> {
  const { key, states } = world;
  const [first] = states;
  if (!first) return;
  const all = (await lossesSince(snapshot, key, first.no)) ?? expect.fail('The world has too many losses.');
  expect(await lossesSince(snapshot, key, snapshot.no)).toEqual([]);
  for (const [index, state] of states.entries()) {
    const previous = states[index - 1];
    if (!previous || state.no > snapshot.no) continue;
    const reported = all.filter(({ no }) => no === state.no);
    expect(await lossesSince({ ...snapshot, no: state.no }, key, previous.no)).toEqual(reported);
    const before = new Model(world, [{ ...previous, at: '' }], state.at);
    const after = new Model(world, [{ ...state, at: '' }], state.at);
    compareChange(world, before, after, reported);
  }
}

function compareChange(world: World, before: Model, after: Model, reported: readonly Loss[]): void {
  const { ids, users, programs, roles, permissions } = world;
  const isReported = (kind: Loss['kind'], value: string) =>
    reported.some((loss) => loss.kind === kind && loss.value === value);
  for (const user of [...users, ...programs]) {
    const had = before.roles(user);
    const lost = (['roles', 'permissions'] as const).some((what) =>
      before[what](user).some((name) => !after[what](user).includes(name)),
    );
    const named = isReported('user', ids.get(user) ?? '');
    if (lost) expect(named || isReported('everyone', '') || had.some((role) => isReported('role', role))).toBe(true);
    // A suspended user has no valid token, so no loss to report.
    if (named && reach(before, user).there) expect(reach(before, user)).not.toEqual(reach(after, user));
  }
  for (const role of roles)
    if (isReported('role', role)) expect(brought(before, role)).not.toEqual(brought(after, role));
  expect(isReported('everyone', '')).toBe(
    permissions.some((name) => !before.state.gone.has(name) && after.state.gone.has(name)),
  );
  const deleted = programs.filter((name) => !before.state.gone.has(name) && after.state.gone.has(name));
  const clients = reported.filter(({ kind }) => kind === 'client').map(({ value }) => value);
  expect(deleted.map((name) => ids.get(name))).toEqual(expect.arrayContaining(clients));
}

/** The grants that reach a user. */
const reach = (model: Model, user: string) => ({
  there: !model.state.gone.has(user) && !model.state.suspended.has(user),
  groups: [...model.groupsAbove(user)].sort(),
  grants: model.grantsOf(user).map(({ id }) => id),
});

/** The permissions that a role holds directly. */
const brought = ({ state }: Model, role: string) => ({
  there: !state.gone.has(role),
  includes: state.inclusions.filter(([from]) => from === role).map(([, to]) => to),
  holds: state.holdings.filter(([from]) => from === role).map(([, to]) => to),
});

/** Compares the last instants at which users held permissions that they do not hold now. */
export async function compareLastHeld(snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { application, ids, users, programs, permissions } = world;
  for (const user of [...users, ...programs])
    for (const name of permissions) {
      if (model.state.gone.has(name) || model.state.gone.has(user) || model.permitted(user, name)) continue;
      const found = await lastHeld(snapshot, ids.get(user) ?? '', application.id, ids.get(name) ?? '');
      const lost = lossBefore(world, model.at, user, name);
      if (lost?.byFacts && lost.later === 0) expect(found).toBe(lost.at);
      if (found === null) continue;
      expect(found <= model.at).toBe(true);
      expect(justBefore(world, found).permitted(user, name)).toBe(true);
    }
}

/**
 * Finds the last instant at which the user lost a permission. `later` is 0 if that is one of the last `triedMoments`
 * instants, otherwise the number of instants by which it precedes them.
 */
function lossBefore(world: World, at: string, user: string, name: string) {
  const ends = world.states.flatMap(({ grants }) => grants.map((grant) => grant.ends));
  const moments = [...new Set([...world.states.slice(1).map((state) => state.at), ...ends])].filter((it) => it <= at);
  const found = moments.sort().findLastIndex((moment) => {
    return (
      justBefore(world, moment).permitted(user, name) && !new Model(world, world.states, moment).permitted(user, name)
    );
  });
  const lost = moments[found];
  if (lost === undefined) return undefined;
  const [before, after] = [justBefore(world, lost), new Model(world, world.states, lost)];
  const { grants, memberships, holdings } = after.state;
  const own = ([from]: readonly string[]) => from === user;
  const left = before.with(
    {
      grants,
      memberships: [...before.state.memberships.filter((link) => !own(link)), ...memberships.filter(own)],
      holdings,
    },
    lost,
  );
  return { at: lost, byFacts: !left.permitted(user, name), later: Math.max(0, moments.length - found - triedMoments) };
}

/** The number of last instants that `lastHeld` examines. */
const triedMoments = 4;

const justBefore = (world: World, moment: string) => {
  const earlier = `${moment.slice(0, 20)}${String(Number(moment.slice(20, 26)) - 1).padStart(6, '0')}Z`;
  return new Model(world, world.states, moment.slice(20, 26) === '000000' ? secondBefore(moment) : earlier);
};

const secondBefore = (moment: string) => `${new Date(Date.parse(moment) - 1000).toISOString().slice(0, 19)}.999999Z`;
