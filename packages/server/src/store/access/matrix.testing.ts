import { compareNames, limits } from '@licet/contract';
import { expect } from 'vitest';
import { later } from '../kernel/instants.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { roleMatrix, userMatrix } from './matrix.ts';
import type { Model } from './model.testing.ts';
import type { World } from './world.testing.ts';

/** Compares both matrices with the model, at any snapshot. */
export async function compareMatrix(snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { application, users, permissions } = world;
  const here = permissions.filter((name) => !model.state.gone.has(name)).sort(compareNames);
  const ofRoles = await roleMatrix(snapshot, application.id);
  expect(ofRoles.permissions.map(({ name }) => name)).toEqual(here);
  for (const { name, own, brings } of ofRoles.roles) {
    const holds = (role: string, permission: string) =>
      model.state.holdings.some(([from, to]) => from === role && to === permission);
    const included = model.below(name);
    const all = included.includes('admin');
    expect(placed(own, here)).toEqual(here.filter((permission) => holds(name, permission)));
    expect(placed(brings, here)).toEqual(
      here.filter((permission) => all || included.some((role) => holds(role, permission))),
    );
  }
  const found = await userMatrix(snapshot, application, {});
  const soon = later(model.at, limits.matrixEnding.value * 86_400);
  expect(found.items.map(({ username }) => username).sort()).toEqual(
    users.filter((user) => !model.state.gone.has(user) && model.grantsOf(user).some(model.here)).sort(),
  );
  for (const { username, permitted, ending } of found.items) {
    const may = here.filter((permission) => model.permitted(username, permission));
    expect(placed(permitted, here)).toEqual(may);
    const until = (permission: string) => model.until(username, permission) ?? 'infinity';
    expect(placed(ending, here)).toEqual(may.filter((permission) => until(permission) <= soon));
  }
}

/** The names behind the bits of a matrix. */
export function placed(bits: string, names: readonly string[]): string[] {
  const bytes = Buffer.from(bits, 'base64');
  return names.filter((_, place) => ((bytes[place >> 3] ?? 0) >> (place & 7)) & 1);
}
