import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { effectiveAccess } from '../../../store/access/effective.ts';
import { holds, timeout } from '../../../store/access/holds.testing.ts';
import { type Link, Model, type ModelGrant, type ModelState, noRules } from '../../../store/access/model.testing.ts';
import { makeWorld, pace, ruledHistories, type Step, type World } from '../../../store/access/world.testing.ts';
import { present } from '../../../store/kernel/facts.ts';
import { read, type Snapshot } from '../../../store/kernel/snapshot.ts';
import { sql } from '../../../store/kernel/sql.ts';
import { eventsByNumber } from '../../../store/reverts/events.ts';
import { callerAccess } from '../../authorise.ts';
import { operator, type TestLicet, testLicet } from '../../testing.ts';
import { oppositeOf } from './opposite.ts';
import { clearRules, compareRules, excessIn, naiveRules } from './rules.testing.ts';
import { stateOf } from './turned.testing.ts';

let licet: TestLicet;
let clock = 0;
const tick = (share = 1) => {
  clock += share * pace;
  licet.setClock(clock);
};
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('a change and its revert restore access, policies and separations, and keep changes by others', {
  timeout,
}, async () => {
  const questions = fc.tuple(ruledHistories, fc.boolean(), fc.infiniteStream(fc.boolean()));
  await holds(questions, async ([history, last, choices]) => {
    try {
      await (last ? turnsLastBack(history, choices.next().value) : turnsMiddleBack(history, choices));
    } finally {
      // Also after a failure: otherwise these rules would break the shorter histories that fast-check tries next.
      await clearRules(licet.database);
    }
  });
});

/** Reverts the last step of a history, whatever it deleted and renamed. */
async function turnsLastBack(history: Step[][], waits: boolean): Promise<void> {
  tick();
  const world = await makeWorld(licet.database, history, tick);
  const [before, after] = world.states.slice(-2);
  if (!before || !after || ofBuiltIn(before, after) || after.gone.has(world.programs[1] ?? '')) return;
  if (waits) tick(0.5);
  const now = await read(licet.database, async ({ at }) => at);
  const rules = naiveRules([before, after], new Set([after.no]), now);
  // The plan must be refused if a restored grant gives a user too much without an exception. Rules that the reverted
  // change altered count too, because they are restored after the grants.
  const changed = after.rules.separations.filter(({ id }) => rules.separations.some((it) => it.id === id));
  const refusals = excessIn(world, { ...before, rules }, [...rules.separations, ...changed], now)
    ? ['separation_violated']
    : [];
  if (await turnBack([after.no], ['over_by_now', 'already', 'sign_in', 'secret'], refusals))
    await compare(world, { ...before, rules });
}

async function turnsMiddleBack(history: Step[][], choices: Iterator<boolean>): Promise<void> {
  tick();
  const lasting = history.map((steps) => steps.filter(isLasting));
  const world = await makeWorld(licet.database, lasting, tick);
  const asked = new Set(world.states.flatMap(({ no }) => (choices.next().value ? [no] : [])));
  const pairs = world.states.map((state, index) => [world.states[index - 1] ?? nothing, state] as const);
  if (asked.size === 0 || pairs.some(([before, after]) => ofBuiltIn(before, after))) return;
  const now = await read(licet.database, async ({ at }) => at);
  const expected = naive(world.states, asked, now);
  // Changes by others may prevent the revert, which the plan then reports.
  const known = ['over_by_now', 'already', 'changed_since', 'exists_again'];
  const apart = world.states.some(({ rules }) => rules.separations.length > 0) ? ['separation_violated'] : [];
  if (await turnBack([...asked], known, ['cycle', ...apart])) await compare(world, expected);
}

const isLasting = ({ kind }: Step) => kind !== 'delete' && kind !== 'rename';

/**
 * Random histories can change the inclusions of the role admin, or add a program to Licet itself. No call can do that.
 */
const ofBuiltIn = (before: ModelState, after: ModelState) =>
  JSON.stringify(before.inclusions.filter(([from]) => from === 'admin')) !==
  JSON.stringify(after.inclusions.filter(([from]) => from === 'admin'));

/**
 * Reverts changes by a plan. Returns false if the plan is refused for one of `refusals`. Only the reasons in `known`
 * may keep changes from being reverted.
 */
async function turnBack(numbers: readonly number[], known: readonly string[], refusals: readonly string[] = []) {
  const { changes, cannot } = await read(licet.database, async (snapshot) => {
    const events = await eventsByNumber(snapshot, numbers);
    return oppositeOf(snapshot, await callerAccess(snapshot, operator), [...events.values()]);
  });
  const isKnown = ({ why, target }: (typeof cannot)[number]) =>
    known.includes(why) || (why === 'gone' && ['policy', 'separation', 'exception'].includes(target?.kind ?? ''));
  expect(cannot.filter((it) => !isKnown(it))).toEqual([]);
  if (changes.length === 0) return true;
  const { steps, digest } = await licet.call('plans.make', operator, { body: { changes } });
  const refused = steps.flatMap((step, index) => (step.refused ? [{ ...step.refused, of: changes[index] }] : []));
  if (refused.length > 0 && refused.every(({ code }) => refusals.includes(code))) return false;
  expect(refused).toEqual([]);
  await licet.call('plans.apply', operator, { body: { changes, digest } });
  return true;
}

/** Compares everybody's access with the model, now and later; restored users have another id. */
async function compare(world: World, state: ModelState): Promise<void> {
  const { application, users, programs } = world;
  await read(licet.database, async (snapshot) => {
    const ids = await idsByName(snapshot, [...users, ...programs]);
    for (const at of [snapshot.at, ...[0.4, 1.1, 2.2].map((share) => later(snapshot.at, share))]) {
      const model = new Model(world, [{ ...state, at: '' }], at);
      const expected: Record<string, unknown> = {};
      const found: Record<string, unknown> = {};
      for (const name of [...users, ...programs].filter((each) => !state.gone.has(each))) {
        expected[name] = { roles: model.roles(name), permissions: model.permissions(name) };
        const { roles, permissions } = await effectiveAccess(
          { ...snapshot, at },
          ids.get(name) ?? name,
          application.id,
        );
        found[name] = { roles: roles.map((it) => it.name), permissions: permissions.map((it) => it.name) };
      }
      expect(found).toEqual(expected);
      expect([...ids.keys()].toSorted()).toEqual(Object.keys(expected).toSorted());
    }
    await compareRules(snapshot, world, state);
  });
}

async function idsByName({ connection }: Snapshot, names: readonly string[]) {
  const { rows } = await connection.query<{ id: string; name: string }>(sql`
    select u.id, u.username as name from users u where u.username = any(${names}::text[]) and ${present('u')}
    union all
    select c.id, c.name from clients c where c.name = any(${names}::text[]) and ${present('c')}`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

const nothing: ModelState = {
  no: 0,
  at: '',
  suspended: new Set(),
  gone: new Set(),
  memberships: [],
  inclusions: [],
  holdings: [],
  grants: [],
  names: new Map(),
  rules: noRules,
};

/**
 * Computes the state after a revert from the states alone, without facts. For each object, undoes its last changes as
 * long as they are among those to revert.
 */
function naive(states: readonly ModelState[], asked: ReadonlySet<number>, now: string): ModelState {
  const all = [nothing, ...states];
  const last = all.at(-1) ?? nothing;
  const holdsThen = (there: readonly boolean[]) => there[stateOf(all, asked, there)] === true;
  const links = (of: (state: ModelState) => readonly Link[]): Link[] => {
    const known = new Map(all.flatMap(of).map((link) => [link.join(' → '), link]));
    return [...known.values()].filter(([from, to]) =>
      holdsThen(all.map((state) => of(state).some((link) => link[0] === from && link[1] === to))),
    );
  };
  const people = new Set(all.flatMap(({ suspended }) => [...suspended]));
  return {
    ...last,
    suspended: new Set([...people].filter((name) => holdsThen(all.map(({ suspended }) => suspended.has(name))))),
    memberships: links(({ memberships }) => memberships),
    inclusions: links(({ inclusions }) => inclusions),
    holdings: links(({ holdings }) => holdings),
    grants: grantsOf(all, holdsThen, now),
    rules: naiveRules(all, asked, now),
  };
}

/**
 * Grants are restored in the reverse order in which they ended. One is not restored if an equal grant is in force at
 * that time.
 */
function grantsOf(
  all: readonly ModelState[],
  holdsThen: (there: readonly boolean[]) => boolean,
  now: string,
): ModelGrant[] {
  const known = new Map(all.flatMap(({ grants }) => grants).map((grant) => [grant.id, grant]));
  const there = (id: string) => all.map(({ grants }) => grants.some((grant) => grant.id === id));
  const holders = [...known.values()].filter(({ id }) => holdsThen(there(id)));
  const stays = holders.filter(({ id }) => there(id).at(-1) === true);
  const went = (id: string) => there(id).lastIndexOf(true);
  const back = holders
    .filter((grant) => !stays.includes(grant) && grant.ends > now)
    .sort((a, b) => went(b.id) - went(a.id));
  for (const grant of back) {
    const starts = grant.starts > now ? grant.starts : now;
    const other = stays.some(
      (each) =>
        each.principal === grant.principal &&
        each.gives === grant.gives &&
        each.starts < grant.ends &&
        each.ends > starts,
    );
    if (!other) stays.push({ ...grant, starts });
  }
  return stays;
}

const later = (at: string, share: number) =>
  `${new Date(Date.parse(at) + share * pace).toISOString().slice(0, 23)}000Z`;
