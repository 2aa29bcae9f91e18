import { erasedName, erasedUsername, type PlannedChange } from '@licet/contract';
import { type Breathe, breathing } from '../../../breathing.ts';
import { newId } from '../../../store/kernel/ids.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import {
  demandedOf,
  namesTaken,
  type Taken,
  uniqueNames,
  usedByOthers,
  withSignInRules,
} from '../../../store/reverts/around.ts';
import type { FactHistory, Row, Turn } from '../../../store/reverts/histories.ts';
import { bodyOf, fieldsOf, isEntity, kindOf } from './columns.ts';
import { keyOf, type Obstacle, phases, type Target, type Work } from './parts.ts';

/**
 * Decides which created objects are deleted again, and which deleted ones are restored. Runs before the same decision
 * for anything that depends on them. Returns the former names that other objects have now.
 */
export async function settleEntities(work: Work, snapshot: Snapshot): Promise<TakenNames> {
  const entities = work.things.filter(({ table }) => isEntity(table));
  const made = entities.filter((thing) => work.asked.has(thing.turns[0]?.no ?? 0));
  const numbers = [...work.asked];
  const used = await usedByOthers(
    snapshot,
    made.map(({ key }) => key),
    numbers,
  );
  const breathe = breathing();
  for (const thing of made.sort(applicationsFirst)) {
    settleMade(work, thing, used.get(thing.key));
    await breathe();
  }
  const isMade = new Set(made);
  const lost = entities.filter((thing) => !isMade.has(thing) && !thing.present && work.asked.has(lastOf(thing)));
  const taken = await namesTaken(snapshot, [
    ...new Set(entities.flatMap((thing) => (isMade.has(thing) ? [] : namesToGiveBack(work, thing)))),
  ]);
  const turned = new Map(entities.map((thing) => [thing.key, thing]));
  const inTheWay = new Map(
    taken.filter(({ unique, id }) => !leaves(work, turned.get(id), unique)).map((it) => [it.unique, it]),
  );
  for (const thing of lost.sort(applicationsFirst)) {
    settleLost(work, thing, inTheWay);
    await breathe();
  }
  await tellAside(work, snapshot, lost);
  return inTheWay;
}

/** Names that a revert would restore but that another object keeps, in comparison form. */
export type TakenNames = ReadonlyMap<string, Taken>;

/** Returns the names that an object had before the reverted changes, and its last one. */
function namesToGiveBack({ asked }: Work, { table, turns }: FactHistory): string[] {
  return turns.flatMap(({ no, row }, index) => {
    const former = asked.has(no) ? turns[index - 1]?.row : undefined;
    return former &&
      JSON.stringify(uniqueNames(table, former.fields)) !== JSON.stringify(row && uniqueNames(table, row.fields))
      ? uniqueNames(table, former.fields)
      : [];
  });
}

/** The unique name columns of each kind, with the columns that they are compared by. */
const comparedBy: Partial<Record<FactHistory['table'], Readonly<Record<string, string>>>> = {
  users: { username: 'username_key', email: 'email_key' },
  groups: { name: 'name_key' },
  permissions: { name: 'name' },
  roles: { name: 'name' },
};

/** Whether the revert deletes or renames the object that has the name now, so that the name becomes free. */
function leaves(work: Work, thing: FactHistory | undefined, unique: string): boolean {
  if (!thing?.present || work.refused.has(thing.key)) return false;
  if (work.removed.has(thing.key)) return true;
  const fields = { ...thing.present.fields };
  for (const [column, key] of Object.entries(comparedBy[thing.table] ?? {})) {
    const foreign = foreignAfterEach(work, thing, column);
    const first = thing.turns.findIndex(
      ({ no }, index) => work.asked.has(no) && isChanged(thing, index, column) && !foreign[index],
    );
    if (first > 0) fields[key] = thing.turns[first - 1]?.row?.fields[key];
  }
  return !uniqueNames(thing.table, fields).includes(unique);
}

/**
 * Reports that the sign-in rules of restored objects are not restored. Otherwise sign-ins to an application, or by
 * users of a group or role, would become less strict unnoticed.
 */
async function tellAside(work: Work, snapshot: Snapshot, lost: readonly FactHistory[]): Promise<void> {
  const back = new Map(lost.filter(({ key }) => work.comesBack.has(key)).map((thing) => [thing.key, thing]));
  if (back.size === 0) return;
  const tell = (id: string, what: string) => {
    const thing = back.get(id);
    if (!thing) return;
    const target = targetOfThing(thing);
    work.cannot.push({ event: lastOf(thing), why: 'not_planned', target, by: null, what });
  };
  for (const id of await withSignInRules(snapshot, [...back.keys()])) tell(id, 'sign-in rules');
  for (const id of await demandedOf(snapshot, [...back.keys()])) tell(id, 'second factor');
}

/** Sorts applications before their content. */
const applicationsFirst = (a: FactHistory, b: FactHistory) =>
  Number(b.table === 'applications') - Number(a.table === 'applications');

/** Whether an object is the role admin of an application, which is deleted and restored with its application. */
export const comesWithApplication = (thing: FactHistory) => thing.table === 'roles' && thing.field('built_in') === true;

function settleMade(work: Work, thing: FactHistory, usedBy: number | undefined): void {
  const first = thing.turns[0]?.no ?? 0;
  const target = targetOfThing(thing);
  if (!thing.present) {
    if (work.asked.has(lastOf(thing))) work.never.add(thing.key);
    else {
      work.refused.add(thing.key);
      work.cannot.push({ event: first, why: 'already', target, by: lastOf(thing) });
    }
    return;
  }
  if (comesWithApplication(thing) && work.refused.has(thing.text('app_id'))) {
    // The application is not deleted, so its role admin stays too. The reason is already reported.
    work.refused.add(thing.key);
    return;
  }
  const foreign = thing.turns.find(({ no }) => !work.asked.has(no))?.no;
  const by = foreign ?? usedBy;
  if (by === undefined || isWithin(work, thing)) {
    work.removed.add(thing.key);
    return;
  }
  work.refused.add(thing.key);
  const status = thing.table === 'users' && foreign !== undefined && thing.text('status') !== 'invited';
  const why: Obstacle['why'] = foreign === undefined ? 'in_use' : status ? 'sign_in' : 'changed_since';
  work.cannot.push({ event: first, why, target, by });
}

/** Whether the revert deletes the application of a thing, and the thing with it. */
const isWithin = (work: Work, thing: FactHistory) => work.removed.has(thing.text('app_id'));

function settleLost(work: Work, thing: FactHistory, inTheWay: TakenNames): undefined {
  const event = lastOf(thing);
  const target = targetOfThing(thing);
  const refuse = (why: Obstacle['why'], by: number | null, what?: Target): undefined => {
    work.refused.add(thing.key);
    if (why !== 'gone' || by !== null) work.cannot.push({ event, why, target, by, ...(what && { what }) });
  };
  // Any user may have this name, so the username must match as well.
  const isErased = thing.text('name') === erasedName && thing.text('username') === erasedUsername;
  if (thing.table === 'users' && isErased) return refuse('erased', null);
  const app = thing.table === 'applications' ? '' : thing.text('app_id');
  const home = work.known.get(app);
  if (app !== '' && !work.comesBack.has(app) && home?.gone !== null)
    return refuse('gone', work.refused.has(app) ? null : (home?.gone ?? null), {
      kind: 'application',
      name: home?.name ?? '',
    });
  if (comesWithApplication(thing)) {
    // The change that registers the application also chooses the id of its role admin.
    work.comesBack.set(thing.key, work.comesBack.get(app) ?? newId());
    return undefined;
  }
  const taken = uniqueNames(thing.table, lastRow(thing)?.fields ?? {}).flatMap((name) => inTheWay.get(name) ?? []);
  if (taken[0] !== undefined) return refuse('exists_again', taken[0].no);
  work.comesBack.set(thing.key, newId());
  return undefined;
}

/** Deletes what was created, restores what was deleted, and reverts what was changed. */
export async function turnEntities(work: Work, taken: TakenNames = new Map()): Promise<void> {
  const admins = new Map(work.things.filter(comesWithApplication).map((thing) => [thing.text('app_id'), thing]));
  const breathe = breathing();
  for (const thing of work.things) {
    await breathe();
    if (thing.table === 'settings') await turnFields(work, thing, taken, breathe);
    if (!isEntity(thing.table) || work.never.has(thing.key)) continue;
    if (work.removed.has(thing.key)) remove(work, thing);
    else if (!work.asked.has(thing.turns[0]?.no ?? 0)) {
      if (work.comesBack.has(thing.key) && !comesWithApplication(thing)) giveBack(work, thing, admins);
      await turnFields(work, thing, taken, breathe);
    }
  }
}

function remove(work: Work, thing: FactHistory): void {
  const event = thing.turns[0]?.no ?? 0;
  // An application is deleted with its content.
  if (thing.table !== 'applications' && work.removed.has(thing.text('app_id'))) return;
  const application = keyOf(work, thing.key);
  const id = thing.key;
  const changes: Partial<Record<FactHistory['table'], PlannedChange>> = {
    users: { call: 'users.remove', params: { user: id } },
    groups: { call: 'groups.remove', params: { group: id } },
    applications: { call: 'applications.remove', params: { application } },
    permissions: { call: 'permissions.remove', params: { application, permission: id } },
    roles: { call: 'roles.remove', params: { application, role: id } },
    clients: { call: 'clients.remove', params: { application, client: id } },
  };
  const change = changes[thing.table];
  const last = thing.table === 'applications' || thing.table === 'users' || thing.table === 'groups';
  if (change) work.steps.push({ change, target: targetOfThing(thing), event, phase: phases.remove + (last ? 1 : 0) });
}

const creationOrder = ['applications', 'permissions', 'roles', 'groups', 'users', 'clients'];

function giveBack(work: Work, thing: FactHistory, admins: ReadonlyMap<string, FactHistory>): void {
  const event = lastOf(thing);
  const fields = lastRow(thing)?.fields ?? {};
  const as = work.comesBack.get(thing.key) ?? '';
  const application = keyOf(work, thing.key);
  const body = bodyOf(thing.table, fields);
  const phase = phases.create + creationOrder.indexOf(thing.table);
  const step = (change: PlannedChange) => work.steps.push({ change, target: targetOfThing(thing), event, phase });
  const note = (why: Obstacle['why']) => work.cannot.push({ event, why, target: targetOfThing(thing), by: null });
  if (thing.table === 'groups') step({ call: 'groups.create', as, body });
  if (thing.table === 'applications') {
    // The application's role admin is created with it, and gets the id that the change chose.
    const admin = admins.get(thing.key);
    const id = admin ? (work.comesBack.get(admin.key) ?? as) : as;
    step({ call: 'applications.create', as: id, body: { id: application, ...body } });
  }
  if (thing.table === 'permissions') step({ call: 'permissions.create', as, params: { application }, body });
  if (thing.table === 'roles') step({ call: 'roles.create', as, params: { application }, body });
  if (thing.table === 'users') {
    const { status } = fields;
    step({ call: 'users.create', as, body });
    if (status === 'suspended')
      work.steps.push({
        change: { call: 'users.suspend', params: { user: as } },
        target: targetOfThing(thing),
        event,
        phase: phases.status,
      });
    if (status !== 'invited') note('sign_in');
  }
  if (thing.table === 'clients') {
    step({
      call: 'clients.create',
      as,
      params: { application },
      body: { ...body, kind: fields.kind as 'service', secret: false },
    });
    note('secret');
  }
}

/**
 * Reverts each change of a field separately, last first. Keeps the present value if another user changed the field
 * since, or if another object has the former name now.
 */
async function turnFields(work: Work, thing: FactHistory, taken: TakenNames, breathe: Breathe): Promise<void> {
  if (thing.turns.length < 2) return;
  const fields = fieldsOf(thing.table, lastRow(thing)?.fields ?? {}).map(([column, field]) => ({
    column,
    field,
    foreign: foreignAfterEach(work, thing, column),
  }));
  for (const [index, { no, row }] of thing.turns.entries()) {
    await breathe();
    const before = thing.turns[index - 1]?.row;
    if (!work.asked.has(no) || !row || !before) continue;
    const body: Record<string, unknown> = {};
    for (const { column, field, ...after } of fields) {
      if (!isChanged(thing, index, column)) continue;
      const foreign = after.foreign[index];
      const target = targetOfThing(thing);
      if (!thing.present && !work.comesBack.has(thing.key)) {
        if (!work.refused.has(thing.key))
          work.cannot.push({ event: no, why: 'gone', target, by: lastOf(thing), what: target });
        break;
      }
      const other = foreign ? undefined : taken.get(uniqueName(thing.table, column, before) ?? '');
      if (other && other.id !== thing.key) {
        const former = { kind: target.kind, name: String(before.fields[column]) };
        work.cannot.push({ event: no, why: 'exists_again', target: former, by: other.no });
      } else if (!foreign) body[field] = before.fields[column];
      else if (!same(thing.present, before, column))
        work.cannot.push({ event: no, why: 'changed_since', target, by: foreign.no, what: field });
    }
    changeFields(work, thing, { event: no, is: row.fields.status }, body);
  }
}

/** The unique name in a column, in compared form. */
const uniqueName = (table: FactHistory['table'], column: string, { fields }: Row): string | undefined => {
  // The display name of a user or an application is not unique.
  if (comparedBy[table]?.[column] === undefined) return undefined;
  const kind = column === 'name' ? table.slice(0, -1) : column === 'username' ? 'user' : column;
  return uniqueNames(table, fields).find((name) => name.startsWith(`${kind} `));
};

/** Whether a change altered a column of a thing that existed before. */
function isChanged({ turns }: FactHistory, index: number, column: string): boolean {
  const [row, before] = [turns[index]?.row, turns[index - 1]?.row];
  return row !== undefined && before !== undefined && !same(row, before, column);
}

/**
 * For each turn, the next later change of the column that is not part of the revert. In one pass, because a thing may
 * have many turns.
 */
function foreignAfterEach({ asked }: Work, { turns }: FactHistory, column: string): readonly (Turn | undefined)[] {
  const after = new Array<Turn | undefined>(turns.length);
  let next: Turn | undefined;
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    after[index] = next;
    const turn = turns[index];
    if (turn?.row && !asked.has(turn.no) && !same(turn.row, turns[index - 1]?.row, column)) next = turn;
  }
  return after;
}

/** @param is the status after the change */
function changeFields(
  work: Work,
  thing: FactHistory,
  { event, is }: { readonly event: number; readonly is: unknown },
  { status, ...body }: Record<string, unknown>,
): void {
  const id = work.comesBack.get(thing.key) ?? thing.key;
  const target = targetOfThing(thing);
  const application = keyOf(work, thing.key);
  const step = (change: PlannedChange) => work.steps.push({ change, target, event, phase: phases.change });
  if (status !== undefined) turnStatus(work, thing, event, { was: status, is });
  if (Object.keys(body).length === 0) return;
  if (thing.table === 'users') step({ call: 'users.update', params: { user: id }, body });
  if (thing.table === 'groups') step({ call: 'groups.update', params: { group: id }, body });
  if (thing.table === 'applications') step({ call: 'applications.update', params: { application }, body });
  if (thing.table === 'permissions')
    step({ call: 'permissions.update', params: { application, permission: id }, body });
  if (thing.table === 'roles') step({ call: 'roles.update', params: { application, role: id }, body });
  if (thing.table === 'clients') step({ call: 'clients.update', params: { application, client: id }, body });
  if (thing.table === 'settings') step({ call: 'settings.update', body });
}

function turnStatus(
  work: Work,
  thing: FactHistory,
  event: number,
  { was, is }: { readonly was: unknown; readonly is: unknown },
): void {
  const target = targetOfThing(thing);
  const user = work.comesBack.get(thing.key) ?? thing.key;
  if (was !== 'suspended' && is !== 'suspended') work.cannot.push({ event, why: 'sign_in', target, by: null });
  else if (was === 'suspended')
    work.steps.push({ change: { call: 'users.suspend', params: { user } }, target, event, phase: phases.change });
  else work.steps.push({ change: { call: 'users.reactivate', params: { user } }, target, event, phase: phases.change });
}

const same = (one: Row | undefined, other: Row | undefined, column: string) =>
  JSON.stringify(one?.fields[column]) === JSON.stringify(other?.fields[column]);

const lastOf = (thing: FactHistory) => thing.turns.at(-1)?.no ?? 0;
const lastRow = (thing: FactHistory) => thing.turns.findLast(({ row }) => row)?.row;

export const targetOfThing = (thing: FactHistory): Target => ({
  kind: kindOf(thing.table),
  name: thing.table === 'settings' ? thing.text('organisation') : thing.text('name'),
});
