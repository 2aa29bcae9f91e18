import { type RolePolicyChange, usualRolePolicy } from '@licet/contract';
import { expect } from 'vitest';
import {
  Model,
  type ModelException,
  type ModelRules,
  type ModelSeparation,
  type ModelState,
} from '../../../store/access/model.testing.ts';
import type { World } from '../../../store/access/world.testing.ts';
import type { Database } from '../../../store/kernel/database.ts';
import { present } from '../../../store/kernel/facts.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { sql } from '../../../store/kernel/sql.ts';
import { deleteSeparation } from '../../../store/separations/separations.ts';
import { build } from '../../../store/store.testing.ts';
import { stateOf } from './turned.testing.ts';

/** Computes the rules after a revert from the states alone, without facts. */
export function naiveRules(all: readonly ModelState[], asked: ReadonlySet<number>, now: string): ModelRules {
  /** Returns the state of an object after the revert, from its state in each step. */
  const then = <Value extends { readonly version: number }>(values: readonly (Value | undefined)[]) =>
    values[
      stateOf(
        all,
        asked,
        values.map((value) => value?.version),
      )
    ];
  const rules = all.map((state) => state.rules);
  const roles = new Set(rules.flatMap(({ policies }) => [...policies.keys()]));
  const policies = [...roles].flatMap((role) => {
    const policy = then(rules.map((each) => each.policies.get(role)));
    return policy ? [[role, policy] as const] : [];
  });
  const ids = new Set(rules.flatMap(({ separations }) => separations.map(({ id }) => id)));
  const separations = [...ids].flatMap(
    (id) => then(rules.map((each) => each.separations.find((it) => it.id === id))) ?? [],
  );
  return { policies: new Map(policies), separations, exceptions: exceptionsOf(rules, then, separations, now) };
}

/**
 * Exceptions are restored in the reverse order in which they ended. One is not restored if the holder has another from
 * the same rule at that time.
 */
function exceptionsOf(
  rules: readonly ModelRules[],
  then: (values: readonly (ModelException | undefined)[]) => ModelException | undefined,
  separations: readonly ModelSeparation[],
  now: string,
): ModelException[] {
  const lasting: ModelException[] = [];
  const back: { readonly wanted: ModelException; readonly went: number }[] = [];
  for (const id of new Set(rules.flatMap(({ exceptions }) => exceptions.map((it) => it.id)))) {
    const values = rules.map(({ exceptions }) => exceptions.find((it) => it.id === id));
    const wanted = then(values);
    const last = values.at(-1);
    if (!wanted || !separations.some((it) => it.id === wanted.separation)) continue;
    // An end that has passed cannot be set again, so such an exception stays unchanged.
    if (last && last.ends > now) lasting.push(wanted.ends > now ? wanted : last);
    else if (wanted.ends > now) {
      const went = values.findLastIndex((value, index) => value?.version !== values[index - 1]?.version);
      back.push({ wanted, went });
    }
  }
  const isSame = (one: ModelException, other: ModelException) =>
    one.separation === other.separation && one.holder === other.holder;
  for (const { wanted } of back.sort((a, b) => b.went - a.went))
    if (!lasting.some((it) => isSame(it, wanted))) lasting.push(wanted);
  return lasting;
}

/** Whether a part of a separation names only deleted objects, so that nothing can restore it. */
export const isBroken = ({ parts }: ModelSeparation, { gone }: ModelState): boolean =>
  parts.some((part) => part.every((name) => gone.has(name)));

/** Whether a principal holds, now or later, more than allowed without an exception. */
export function excessIn(world: World, state: ModelState, apart: readonly ModelSeparation[], now: string): boolean {
  const turns = state.grants.flatMap(({ starts, ends }) => [starts, ends]);
  const instants = [now, ...turns.filter((turn) => turn > now && turn !== 'infinity')];
  return [...world.users, ...world.programs].some((holder) =>
    apart.some((separation) => {
      const until = state.rules.exceptions.find((it) => it.separation === separation.id && it.holder === holder)?.ends;
      return instants.some((at) => {
        if (until !== undefined && at < until) return false;
        const model = new Model(world, [{ ...state, at: '' }], at);
        const admin = model.paths(holder, 'admin').length > 0;
        const holdsIt = (name: string) =>
          !state.gone.has(name) && (admin || model.paths(holder, name).length > 0 || model.permitted(holder, name));
        return separation.parts.filter((part) => part.some(holdsIt)).length > 1;
      });
    }),
  );
}

/** Compares policies and separations with the model; restored objects have another ID. */
export async function compareRules(snapshot: Snapshot, world: World, state: ModelState): Promise<void> {
  const { policies, separations, exceptions } = state.rules;
  const there = (name: string) => !state.gone.has(name);
  const called = (names: readonly string[]) => names.filter(there).map((name) => state.names.get(name) ?? name);
  const roles = world.roles.filter((role) => role !== 'admin' && there(role)).toSorted();
  expect(await policiesIn(snapshot, world, roles)).toEqual(
    Object.fromEntries(
      roles.map((role) => {
        const { requestable = usualRolePolicy.requestable, approvers = [], takers = [] } = policies.get(role) ?? {};
        return [role, { requestable, approvers: called(approvers).toSorted(), takers: called(takers).toSorted() }];
      }),
    ),
  );
  const whole = separations.filter((separation) => !isBroken(separation, state));
  const broken = new Set(separations.filter((it) => isBroken(it, state)).map(({ name }) => name));
  const found = (await separationsIn(snapshot)).filter(({ name }) => !broken.has(name));
  expect(found).toEqual(
    whole
      .map(({ id, name, why, parts }) => ({
        name,
        why,
        parts: parts.map((part) => part.filter(there).toSorted()),
        exceptions: exceptions
          .filter((it) => it.separation === id && there(it.holder) && it.ends > snapshot.at)
          .map(({ holder, ends }) => `${holder} until ${ends}`)
          .toSorted(),
      }))
      .toSorted(byName),
  );
}

const byName = (one: { readonly name: string }, other: { readonly name: string }) => (one.name < other.name ? -1 : 1);

async function policiesIn({ connection }: Snapshot, { application }: World, roles: readonly string[]) {
  const { rows } = await connection.query<{
    name: string;
    policy: RolePolicyChange | null;
    names: [string, string][];
  }>(sql`
    select r.name, o.policy, array(
      select json_build_array(u.id, u.username) from users u where ${present('u')} and u.status <> 'deleted'
      union all select json_build_array(g.id, g.name) from groups g where ${present('g')}) as names
    from roles r left join role_policies o on o.role_id = r.id and ${present('o')}
    where r.app_id = ${application.id} and r.name = any(${roles}::text[]) and ${present('r')}`);
  return Object.fromEntries(
    rows.map(({ name, policy, names }) => {
      const known = new Map(names);
      const of = (
        people: { readonly users: readonly string[]; readonly groups: readonly string[] } | 'owners' | null = null,
      ) =>
        people === null || people === 'owners'
          ? []
          : [...people.users, ...people.groups].flatMap((id) => known.get(id) ?? []).toSorted();
      const { requestable, approval, breakGlass } = policy ?? usualRolePolicy;
      return [name, { requestable, approvers: of(approval.steps[0]?.approvers), takers: of(breakGlass) }];
    }),
  );
}

interface FoundSeparation {
  readonly name: string;
  readonly why: string;
  readonly parts: string[][];
  readonly exceptions: string[];
}

async function separationsIn({ connection, at }: Snapshot): Promise<FoundSeparation[]> {
  const { rows } = await connection.query<FoundSeparation & { elements: [number, string][] }>(sql`
    select s.name, s.why, array(
      select json_build_array(e.part, n.name) from separation_elements e
      cross join lateral (
        select r.name from roles r where r.id = e.role_id and ${present('r')}
        union all select p.name from permissions p where p.id = e.permission_id and ${present('p')}) n
      where e.separation_id = s.id and ${present('e')}) as elements,
    array(
      select json_build_array(coalesce(u.username, c.name), x.ends) from separation_exceptions x
      left join users u on u.id = x.holder_id and ${present('u')} left join clients c on c.id = x.holder_id and ${present('c')}
      where x.separation_id = s.id and ${present('x')} and x.ends > ${at}) as exceptions
    from separations s where ${present('s')}`);
  return rows
    .map(({ elements, name, why, exceptions }) => ({
      name,
      why,
      parts: [...Map.groupBy(elements, ([part]) => part)]
        .sort(([one], [other]) => one - other)
        .map(([, all]) => all.map(([, name]) => name).toSorted()),
      exceptions: (exceptions as unknown as [string, string][])
        .map(([holder, ends]) => `${holder} until ${instant(ends)}`)
        .toSorted(),
    }))
    .toSorted(byName);
}

/** JSON has the instant in the time zone of the session. */
const instant = (text: string) => {
  const micros = /\.(\d+)/.exec(text)?.[1]?.padEnd(6, '0') ?? '000000';
  return `${new Date(text).toISOString().slice(0, 19)}.${micros}Z`;
};

/** Removes the rules of one history before the next. */
export async function clearRules(database: Database): Promise<void> {
  await build(database, async (change) => {
    const { rows } = await change.connection.query<{ id: string }>(
      sql`select s.id from separations s where ${present('s')}`,
    );
    for (const { id } of rows) await deleteSeparation(change, id);
  });
}
