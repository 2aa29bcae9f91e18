import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds, timeout } from '../access/holds.testing.ts';
import { Model, noRules } from '../access/model.testing.ts';
import { histories, makeWorld, pace, type World } from '../access/world.testing.ts';
import type { Change } from '../kernel/change.ts';
import { draft } from '../kernel/draft.ts';
import { read } from '../kernel/snapshot.ts';
import { insertException } from '../separation-exceptions/separation-exceptions.ts';
import { build, type TestStore, testStore } from '../store.testing.ts';
import { type NewViolation, violationsOf } from './check.ts';
import { type ElementKey, proposedRule, storedRules } from './duties.ts';
import { deleteSeparation, insertSeparation } from './separations.ts';
import { everyViolation } from './violations.ts';

let store: TestStore;
let clock = 0;
const tick = () => {
  clock += pace;
  store.setClock(clock);
};

beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

const system = { kind: 'system', id: null, name: 'test' } as const;

/**
 * Random rules:
 * - `parts`: numbers that choose among the roles and permissions
 * - `atMost`: the number of parts that a user may hold
 * - `excepted`: the holders with an exception, and how long it lasts
 */
const rules = fc.array(
  fc.record({
    parts: fc.array(fc.array(fc.nat(8), { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
    atMost: fc.integer({ min: 1, max: 3 }),
    excepted: fc.array(fc.record({ holder: fc.nat(5), life: fc.integer({ min: 1, max: 40 }) }), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 3 },
);

interface Rule {
  readonly id: string;
  readonly parts: readonly (readonly string[])[];
  readonly atMost: number;
  readonly elements: readonly ElementKey[];
  /** The end of each holder's exception, by name. */
  readonly until: ReadonlyMap<string, string>;
}
type Chosen = typeof rules extends fc.Arbitrary<infer Value> ? Value : never;

test('violations of separation rules agree with a naive model, in drafts and changes', {
  timeout,
}, async () => {
  await holds(fc.tuple(histories, rules), async ([history, chosen]) => {
    tick();
    const world = await makeWorld(store.database, history.slice(0, -1), tick);
    const steps = history.at(-1) ?? [];
    const made = await keepApart(world, chosen);
    try {
      tick();
      await draft(store.database, system, async (handle) => {
        const state = await world.play(handle, steps);
        expect(told(world, await violationsOf(handle))).toEqual(newIn(world, made, state, handle.at));
      });
      const state = await build(store.database, async (change) => {
        const played = await world.play(change, steps);
        expect(told(world, await violationsOf(change))).toEqual(newIn(world, made, played, change.at));
        await keptWhole(change);
        return played;
      });
      const states = [...world.states, state];
      const first = states[0]?.at ?? state.at;
      for (const at of new Set([first, ...[-1.2, -0.3, 0, 0.4, 1.6].map((share) => later(state.at, share))])) {
        if (at < first) continue;
        const model = new Model(world, states, at);
        await read(
          store.database,
          async (snapshot) => {
            for (const { id, parts, atMost, elements, until } of made) {
              const found = await all(everyViolation(snapshot, proposedRule(atMost, elements), {}));
              const expected = who(world).filter((name) => held(model, parts, name).size > atMost);
              expect(found.map(({ holder }) => holder.id).sort()).toEqual(
                expected.map((name) => world.ids.get(name)).sort(),
              );
              for (const { holder, held: parts_ } of found) {
                const name = nameOf(world, holder.id);
                expect(new Set(parts_.map(({ part }) => part))).toEqual(held(model, parts, name));
              }
              if (at < state.at) continue;
              const stored = await all(everyViolation(snapshot, storedRules(snapshot, [id]), {}));
              expect(stored.map(({ holder }) => holder.id)).toEqual(found.map(({ holder }) => holder.id));
              const letUntil = (name: string) => [until.get(name)].find((ends) => ends !== undefined && ends > at);
              expect(stored.map(({ exception }) => exception?.ends)).toEqual(
                stored.map(({ holder }) => letUntil(nameOf(world, holder.id))),
              );
            }
          },
          at,
        );
      }
    } finally {
      await build(store.database, async (change) => {
        for (const { id } of made) await deleteSeparation(change, id);
      });
    }
  });
});

async function keepApart(world: World, chosen: Chosen): Promise<Rule[]> {
  const things = [...world.roles, ...world.permissions];
  return build(store.database, async (change) => {
    const made: Rule[] = [];
    for (const [index, { parts: numbers, atMost: most, excepted }] of chosen.entries()) {
      const parts = numbers.map((part) => [...new Set(part.map((at) => things[at % things.length] ?? ''))]);
      const atMost = Math.min(most, parts.length - 1);
      const elements = parts.flatMap((part, place) =>
        part.map((name) => ({
          part: place + 1,
          appId: world.application.id,
          roleId: world.roles.includes(name) ? (world.ids.get(name) ?? '') : null,
          permissionId: world.roles.includes(name) ? null : (world.ids.get(name) ?? ''),
        })),
      );
      const id = await insertSeparation(change, { name: `rule ${change.no} ${index}`, why: '', atMost }, elements);
      const until = new Map(
        excepted.map(({ holder, life }) => [who(world)[holder % who(world).length] ?? '', later(change.at, life / 10)]),
      );
      for (const [name, ends] of until) await insertException(change, id, world.ids.get(name) ?? '', ends);
      made.push({ id, parts, atMost, elements, until });
    }
    return made;
  });
}

/** Skips the check within the change, because the test itself checks the separation rules. */
const keptWhole = async (change: Change) => {
  change.checking.done = true;
};

/** The parts that a user holds in the model. With the role admin, a user holds all parts that exist. */
function held(model: Model, parts: readonly (readonly string[])[], name: string): Set<number> {
  const admin = model.paths(name, 'admin').length > 0;
  const holdsIt = (thing: string) =>
    !model.state.gone.has(thing) &&
    (admin || (model.world.roles.includes(thing) ? model.paths(name, thing).length > 0 : model.permitted(name, thing)));
  return new Set(parts.flatMap((part, place) => (part.some(holdsIt) ? [place + 1] : [])));
}

function newIn(world: World, made: readonly Rule[], state: World['states'][number], at: string): string[] {
  const before = new Model(world, world.states.length > 0 ? world.states : [nothing(state)], at);
  const turns = [...before.state.grants, ...state.grants].flatMap(({ starts, ends }) => [starts, ends]);
  const instants = [at, ...turns.filter((turn) => turn > at && turn !== 'infinity').sort()];
  return made
    .flatMap(({ id, parts, atMost, until }) =>
      who(world)
        .filter((name) => {
          // A violation that begins during an exception may continue after it; one that begins later may not.
          let let_: ReadonlySet<number> = new Set();
          return instants.some((then) => {
            const after = held(before.with(state, then), parts, name);
            const isNew = after.size > atMost && !after.isSubsetOf(held(before.with({}, then), parts, name));
            const isLet = after.isSubsetOf(let_) || then < (until.get(name) ?? '');
            let_ = isNew && isLet ? after : new Set();
            return isNew && !isLet;
          });
        })
        .map((name) => `${id} ${name}`),
    )
    .sort();
}

const nothing = (state: World['states'][number]) => ({
  ...state,
  at: '',
  suspended: new Set<string>(),
  gone: new Set<string>(),
  memberships: [],
  inclusions: [],
  holdings: [],
  grants: [],
  rules: noRules,
});

const who = ({ users, programs }: World) => [...users, ...programs];
const nameOf = (world: World, id: string) => who(world).find((name) => world.ids.get(name) === id) ?? id;
const told = (world: World, found: readonly NewViolation[]) =>
  found.map(({ separation, holder }) => `${separation} ${nameOf(world, holder)}`).sort();

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const later = (at: string, share: number) =>
  `${new Date(Date.parse(at) + share * pace).toISOString().slice(0, 23)}000Z`;
