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
  const entities = work.histories.filter(({ table }) => isEntity(table));
  const created = entities.filter((history) => work.asked.has(history.turns[0]?.no ?? 0));
  const numbers = [...work.asked];
  const used = await usedByOthers(
    snapshot,
    created.map(({ key }) => key),
    numbers,
  );
  const breathe = breathing();
  for (const history of created.sort(applicationsFirst)) {
    settleCreated(work, history, used.get(history.key));
    await breathe();
  }
  const isCreated = new Set(created);
  const lost = entities.filter(
    (history) => !isCreated.has(history) && !history.present && work.asked.has(lastOf(history)),
  );
  const taken = await namesTaken(snapshot, [
    ...new Set(entities.flatMap((history) => (isCreated.has(history) ? [] : namesToGiveBack(work, history)))),
  ]);
  const turned = new Map(entities.map((history) => [history.key, history]));
  const inTheWay = new Map(
    taken.filter(({ unique, id }) => !leaves(work, turned.get(id), unique)).map((it) => [it.unique, it]),
  );
  for (const history of lost.sort(applicationsFirst)) {
    settleLost(work, history, inTheWay);
    await breathe();
  }
  await tellAside(work, snapshot, lost);
  return inTheWay;
}

/** Names that a revert would restore but that another object keeps, in comparison form. */
export type TakenNames = ReadonlyMap<string, Taken>;

/** Returns the names that the reverted changes took from an object, including the one that it had when it was deleted. */
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
function leaves(work: Work, history: FactHistory | undefined, unique: string): boolean {
  if (!history?.present || work.refused.has(history.key)) return false;
  if (work.removed.has(history.key)) return true;
  const fields = { ...history.present.fields };
  for (const [column, key] of Object.entries(comparedBy[history.table] ?? {})) {
    const foreign = foreignAfterEach(work, history, column);
    const first = history.turns.findIndex(
      ({ no }, index) => work.asked.has(no) && isChanged(history, index, column) && !foreign[index],
    );
    if (first > 0) fields[key] = history.turns[first - 1]?.row?.fields[key];
  }
  return !uniqueNames(history.table, fields).includes(unique);
}

/**
 * Reports that the sign-in rules of restored objects are not restored. Otherwise sign-ins to an application, or by
 * users of a group or role, would become less strict unnoticed.
 */
async function tellAside(work: Work, snapshot: Snapshot, lost: readonly FactHistory[]): Promise<void> {
  const back = new Map(lost.filter(({ key }) => work.restoredIds.has(key)).map((history) => [history.key, history]));
  if (back.size === 0) return;
  const tell = (id: string, what: string) => {
    const history = back.get(id);
    if (!history) return;
    const target = targetOfHistory(history);
    work.cannot.push({ event: lastOf(history), why: 'not_planned', target, by: null, what });
  };
  for (const id of await withSignInRules(snapshot, [...back.keys()])) tell(id, 'sign-in rules');
  for (const id of await demandedOf(snapshot, [...back.keys()])) tell(id, 'second factor');
}

/** Sorts applications before their content. */
const applicationsFirst = (a: FactHistory, b: FactHistory) =>
  Number(b.table === 'applications') - Number(a.table === 'applications');

/** Whether an object is the role admin of an application, which is deleted and restored with its application. */
export const comesWithApplication = (history: FactHistory) =>
  history.table === 'roles' && history.field('built_in') === true;

function settleCreated(work: Work, history: FactHistory, usedBy: number | undefined): void {
  const first = history.turns[0]?.no ?? 0;
  const target = targetOfHistory(history);
  if (!history.present) {
    if (work.asked.has(lastOf(history))) work.ignored.add(history.key);
    else {
      work.refused.add(history.key);
      work.cannot.push({ event: first, why: 'already', target, by: lastOf(history) });
    }
    return;
  }
  if (comesWithApplication(history) && work.refused.has(history.text('app_id'))) {
    // The application is not deleted, so its role admin stays too. The reason is already reported.
    work.refused.add(history.key);
    return;
  }
  const foreign = history.turns.find(({ no }) => !work.asked.has(no))?.no;
  const by = foreign ?? usedBy;
  if (by === undefined || isWithin(work, history)) {
    work.removed.add(history.key);
    return;
  }
  work.refused.add(history.key);
  const status = history.table === 'users' && foreign !== undefined && history.text('status') !== 'invited';
  const why: Obstacle['why'] = foreign === undefined ? 'in_use' : status ? 'sign_in' : 'changed_since';
  work.cannot.push({ event: first, why, target, by });
}

/** Whether the revert deletes the application of an object, and the object with it. */
const isWithin = (work: Work, history: FactHistory) => work.removed.has(history.text('app_id'));

function settleLost(work: Work, history: FactHistory, inTheWay: TakenNames): undefined {
  const event = lastOf(history);
  const target = targetOfHistory(history);
  const refuse = (why: Obstacle['why'], by: number | null, what?: Target): undefined => {
    work.refused.add(history.key);
    if (why !== 'gone' || by !== null) work.cannot.push({ event, why, target, by, ...(what && { what }) });
  };
  // Any user may have this name, so the username must match as well.
  const isErased = history.text('name') === erasedName && history.text('username') === erasedUsername;
  if (history.table === 'users' && isErased) return refuse('erased', null);
  const app = history.table === 'applications' ? '' : history.text('app_id');
  const home = work.known.get(app);
  if (app !== '' && !work.restoredIds.has(app) && home?.deletedNo !== null)
    return refuse('gone', work.refused.has(app) ? null : (home?.deletedNo ?? null), {
      kind: 'application',
      name: home?.name ?? '',
    });
  if (comesWithApplication(history)) {
    // The change that registers the application also chooses the id of its role admin.
    work.restoredIds.set(history.key, work.restoredIds.get(app) ?? newId());
    return undefined;
  }
  const taken = uniqueNames(history.table, lastRow(history)?.fields ?? {}).flatMap((name) => inTheWay.get(name) ?? []);
  if (taken[0] !== undefined) return refuse('exists_again', taken[0].no);
  work.restoredIds.set(history.key, newId());
  return undefined;
}

/** Deletes what was created, restores what was deleted, and reverts what was changed. */
export async function turnEntities(work: Work, taken: TakenNames = new Map()): Promise<void> {
  const admins = new Map(
    work.histories.filter(comesWithApplication).map((history) => [history.text('app_id'), history]),
  );
  const breathe = breathing();
  for (const history of work.histories) {
    await breathe();
    if (history.table === 'settings') await turnFields(work, history, taken, breathe);
    if (!isEntity(history.table) || work.ignored.has(history.key)) continue;
    if (work.removed.has(history.key)) remove(work, history);
    else if (!work.asked.has(history.turns[0]?.no ?? 0)) {
      if (work.restoredIds.has(history.key) && !comesWithApplication(history)) restore(work, history, admins);
      await turnFields(work, history, taken, breathe);
    }
  }
}

function remove(work: Work, history: FactHistory): void {
  const event = history.turns[0]?.no ?? 0;
  // An application is deleted with its content.
  if (history.table !== 'applications' && work.removed.has(history.text('app_id'))) return;
  const application = keyOf(work, history.key);
  const id = history.key;
  const changes: Partial<Record<FactHistory['table'], PlannedChange>> = {
    users: { call: 'users.remove', params: { user: id } },
    groups: { call: 'groups.remove', params: { group: id } },
    applications: { call: 'applications.remove', params: { application } },
    permissions: { call: 'permissions.remove', params: { application, permission: id } },
    roles: { call: 'roles.remove', params: { application, role: id } },
    clients: { call: 'clients.remove', params: { application, client: id } },
  };
  const change = changes[history.table];
  const last = history.table === 'applications' || history.table === 'users' || history.table === 'groups';
  if (change)
    work.steps.push({ change, target: targetOfHistory(history), event, phase: phases.remove + (last ? 1 : 0) });
}

const creationOrder = ['applications', 'permissions', 'roles', 'groups', 'users', 'clients'];

function restore(work: Work, history: FactHistory, admins: ReadonlyMap<string, FactHistory>): void {
  const event = lastOf(history);
  const fields = lastRow(history)?.fields ?? {};
  const as = work.restoredIds.get(history.key) ?? '';
  const application = keyOf(work, history.key);
  const body = bodyOf(history.table, fields);
  const phase = phases.create + creationOrder.indexOf(history.table);
  const step = (change: PlannedChange) => work.steps.push({ change, target: targetOfHistory(history), event, phase });
  const note = (why: Obstacle['why']) => work.cannot.push({ event, why, target: targetOfHistory(history), by: null });
  if (history.table === 'groups') step({ call: 'groups.create', as, body });
  if (history.table === 'applications') {
    // The application's role admin is created with it, and gets the id that the change chose.
    const admin = admins.get(history.key);
    const id = admin ? (work.restoredIds.get(admin.key) ?? as) : as;
    step({ call: 'applications.create', as: id, body: { id: application, ...body } });
  }
  if (history.table === 'permissions') step({ call: 'permissions.create', as, params: { application }, body });
  if (history.table === 'roles') step({ call: 'roles.create', as, params: { application }, body });
  if (history.table === 'users') {
    const { status } = fields;
    step({ call: 'users.create', as, body });
    if (status === 'suspended')
      work.steps.push({
        change: { call: 'users.suspend', params: { user: as } },
        target: targetOfHistory(history),
        event,
        phase: phases.status,
      });
    if (status !== 'invited') note('sign_in');
  }
  if (history.table === 'clients') {
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
async function turnFields(work: Work, history: FactHistory, taken: TakenNames, breathe: Breathe): Promise<void> {
  if (history.turns.length < 2) return;
  const fields = fieldsOf(history.table, lastRow(history)?.fields ?? {}).map(([column, field]) => ({
    column,
    field,
    foreign: foreignAfterEach(work, history, column),
  }));
  for (const [index, { no, row }] of history.turns.entries()) {
    await breathe();
    const before = history.turns[index - 1]?.row;
    if (!work.asked.has(no) || !row || !before) continue;
    const body: Record<string, unknown> = {};
    for (const { column, field, ...after } of fields) {
      if (!isChanged(history, index, column)) continue;
      const foreign = after.foreign[index];
      const target = targetOfHistory(history);
      if (!history.present && !work.restoredIds.has(history.key)) {
        if (!work.refused.has(history.key))
          work.cannot.push({ event: no, why: 'gone', target, by: lastOf(history), what: target });
        break;
      }
      const other = foreign ? undefined : taken.get(uniqueName(history.table, column, before) ?? '');
      if (other && other.id !== history.key) {
        const former = { kind: target.kind, name: String(before.fields[column]) };
        work.cannot.push({ event: no, why: 'exists_again', target: former, by: other.no });
      } else if (!foreign) body[field] = before.fields[column];
      else if (!same(history.present, before, column))
        work.cannot.push({ event: no, why: 'changed_since', target, by: foreign.no, what: field });
    }
    changeFields(work, history, { event: no, is: row.fields.status }, body);
  }
}

/** The unique name in a column, in compared form. */
const uniqueName = (table: FactHistory['table'], column: string, { fields }: Row): string | undefined => {
  // The display name of a user or an application is not unique.
  if (comparedBy[table]?.[column] === undefined) return undefined;
  const kind = column === 'name' ? table.slice(0, -1) : column === 'username' ? 'user' : column;
  return uniqueNames(table, fields).find((name) => name.startsWith(`${kind} `));
};

/** Whether a change altered a column of an object that existed before. */
function isChanged({ turns }: FactHistory, index: number, column: string): boolean {
  const [row, before] = [turns[index]?.row, turns[index - 1]?.row];
  return row !== undefined && before !== undefined && !same(row, before, column);
}

/**
 * For each turn, the next later change of the column that is not part of the revert. In one pass, because an object may
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
  history: FactHistory,
  { event, is }: { readonly event: number; readonly is: unknown },
  { status, ...body }: Record<string, unknown>,
): void {
  const id = work.restoredIds.get(history.key) ?? history.key;
  const target = targetOfHistory(history);
  const application = keyOf(work, history.key);
  const step = (change: PlannedChange) => work.steps.push({ change, target, event, phase: phases.change });
  if (status !== undefined) turnStatus(work, history, event, { was: status, is });
  if (Object.keys(body).length === 0) return;
  if (history.table === 'users') step({ call: 'users.update', params: { user: id }, body });
  if (history.table === 'groups') step({ call: 'groups.update', params: { group: id }, body });
  if (history.table === 'applications') step({ call: 'applications.update', params: { application }, body });
  if (history.table === 'permissions')
    step({ call: 'permissions.update', params: { application, permission: id }, body });
  if (history.table === 'roles') step({ call: 'roles.update', params: { application, role: id }, body });
  if (history.table === 'clients') step({ call: 'clients.update', params: { application, client: id }, body });
  if (history.table === 'settings') step({ call: 'settings.update', body });
}

function turnStatus(
  work: Work,
  history: FactHistory,
  event: number,
  { was, is }: { readonly was: unknown; readonly is: unknown },
): void {
  const target = targetOfHistory(history);
  const user = work.restoredIds.get(history.key) ?? history.key;
  if (was !== 'suspended' && is !== 'suspended') work.cannot.push({ event, why: 'sign_in', target, by: null });
  else if (was === 'suspended')
    work.steps.push({ change: { call: 'users.suspend', params: { user } }, target, event, phase: phases.change });
  else work.steps.push({ change: { call: 'users.reactivate', params: { user } }, target, event, phase: phases.change });
}

const same = (one: Row | undefined, other: Row | undefined, column: string) =>
  JSON.stringify(one?.fields[column]) === JSON.stringify(other?.fields[column]);

const lastOf = (history: FactHistory) => history.turns.at(-1)?.no ?? 0;
const lastRow = (history: FactHistory) => history.turns.findLast(({ row }) => row)?.row;

export const targetOfHistory = (history: FactHistory): Target => ({
  kind: kindOf(history.table),
  name: history.table === 'settings' ? history.text('organisation') : history.text('name'),
});
