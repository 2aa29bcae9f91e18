import { expect } from 'vitest';
import type { Database } from '../kernel/database.ts';
import { laterBy } from '../kernel/instants.ts';
import { read, type Snapshot } from '../kernel/snapshot.ts';
import { decide } from './decide.ts';
import { Model } from './model.testing.ts';
import { type Periods, periodsHeld } from './periods.ts';
import type { World } from './world.testing.ts';

/**
 * Compares the periods of each user and program with the model at the given instants. At each instant, also compares
 * those of one user or program with the decision at that instant.
 */
export async function comparePeriods(
  database: Database,
  snapshot: Snapshot,
  world: World,
  ats: readonly string[],
): Promise<void> {
  const { application, ids, users, programs, permissions } = world;
  const past = [...new Set(ats)].filter((at) => at <= snapshot.at);
  const models = past.map((at) => new Model(world, world.states, at));
  const names = [...permissions, 'no such name'];
  const asked = [...users, ...programs].flatMap((user) => names.map((permission) => ({ user, permission })));
  const permitted = new Map<string, boolean>();
  for (const [place, { user, permission }] of asked.entries()) {
    const found = await periodsHeld(snapshot, ids.get(user) ?? '', application.id, permission);
    const answers = past.map((at) => holdsAt(found, at));
    expect(answers).toEqual(models.map((model) => !model.state.gone.has(user) && model.permitted(user, permission)));
    for (const [index, at] of past.entries())
      if (index % asked.length === place) permitted.set(at, answers[index] ?? false);
  }
  for (const [index, at] of past.entries()) {
    const { user, permission } = asked[index % asked.length] ?? expect.fail();
    const party = programs.includes(user) ? (ids.get(user) ?? '') : user;
    const decision = await read(database, (then) => decide(then, { application: world.key, party, permission }), at);
    expect(permitted.get(at)).toBe(typeof decision === 'string' ? false : decision.permitted);
  }
  for (const user of [...users, ...programs]) {
    const found = await periodsHeld(snapshot, ids.get(user) ?? '', application.id, undefined);
    const anything = (model: Model) => model.roles(user).length + model.permissions(user).length > 0;
    expect(past.map((at) => holdsAt(found, at))).toEqual(
      models.map((model) => !model.state.gone.has(user) && anything(model)),
    );
  }
}

const holdsAt = ({ periods }: Periods, at: string) =>
  periods.some(({ starts, ends }) => starts <= at && (ends === null || at < ends));

/** The instants of all changes, starts and ends, and the microsecond before each. */
export function turnsOf({ states }: World): string[] {
  const turns = states.flatMap(({ at, grants }) => [at, ...grants.flatMap(({ starts, ends }) => [starts, ends])]);
  const first = states[0]?.at ?? '';
  const exact = [...new Set(turns)].filter((at) => at !== 'infinity');
  return exact.flatMap((at) => [laterBy(at, -1), at]).filter((at) => at >= first);
}
