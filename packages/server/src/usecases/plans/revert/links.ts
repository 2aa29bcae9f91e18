import type { PlannedChange } from '@licet/contract';
import { breathing } from '../../../breathing.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { contentsOf, haveLongContents } from '../../../store/reverts/around.ts';
import type { FactHistory } from '../../../store/reverts/histories.ts';
import { comesWithApplication } from './entities.ts';
import { idIn, isThere, joined, keyOf, missing, nameOf, phases, roleOf, type Target, type Work } from './parts.ts';

/** Restores or removes members of groups, and owners of applications. */
export async function turnLinks(work: Work): Promise<void> {
  const registered = new Map(
    work.histories.flatMap(({ table, key, turns }) => (table === 'applications' ? [[key, turns[0]?.no] as const] : [])),
  );
  const owned = new Set<string>();
  const breathe = breathing();
  for (const history of work.histories) {
    await breathe();
    if (history.table === 'memberships') turnLink(work, history, [history.text('group_id'), history.text('member_id')]);
    if (history.table !== 'owners') continue;
    const [app, user] = [history.text('app_id'), history.text('user_id')];
    if (user === work.userId) owned.add(app);
    turnLink(work, history, [app, user], registered.get(app));
  }
  for (const app of work.restoredIds.keys())
    if (work.known.get(app)?.kind === 'application' && !owned.has(app)) giveUpOwnership(work, app);
}

/** @param registered the number of the change that registered the application */
function turnLink(
  work: Work,
  history: FactHistory,
  [whole, part]: readonly [string, string],
  registered?: number,
): void {
  const kind = history.table === 'owners' ? 'owner' : 'member';
  const target = joined(kind, nameOf(work, part), 'of', nameOf(work, whole));
  const { event, linked } = decided(work, history, [whole, part], target);
  if (linked === undefined) return;
  const [user, group] = [idIn(work, part), idIn(work, whole)];
  // The application is not deleted, so the user who registered it stays its owner.
  if (history.table === 'owners' && !linked && work.refused.has(whole) && registered === event) return;
  // The user who restores an application becomes its owner anyway.
  if (history.table === 'owners' && linked && work.restoredIds.has(whole) && part === work.userId) return;
  const change: PlannedChange =
    history.table === 'owners'
      ? {
          call: linked ? 'applications.addOwner' : 'applications.removeOwner',
          params: { application: keyOf(work, whole), user },
        }
      : { call: linked ? 'groups.addMember' : 'groups.removeMember', params: { group, member: user } };
  work.steps.push({ change, target, event, phase: linked ? phases.link : phases.unlink });
}

/** The user who restores an application becomes its owner. Removes that user again if they did not own it before. */
function giveUpOwnership(work: Work, app: string): void {
  const { userId } = work;
  const event = work.known.get(app)?.deletedNo;
  if (userId === null || typeof event !== 'number') return;
  work.steps.push({
    change: { call: 'applications.removeOwner', params: { application: keyOf(work, app), user: userId } },
    target: { kind: 'owner', name: nameOf(work, app) },
    event,
    phase: phases.last,
  });
}

/**
 * Decides whether a link exists after the revert. `linked` is undefined if there is nothing to do, or if the revert is
 * impossible; the latter is reported. `event` is the reverted change.
 */
function decided(
  work: Work,
  history: FactHistory,
  ends: readonly string[],
  target: Target,
): { event: number; linked: boolean | undefined } {
  const { before, own, foreign } = history.tail(work.asked);
  const event = own.at(-1)?.no ?? history.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  const linked = before !== undefined;
  const nothing = { event, linked: undefined };
  if (linked === (history.present !== undefined) || ends.some((id) => work.ignored.has(id))) return nothing;
  if (foreign !== undefined) {
    // If the link was deleted together with one of its ends, only that end is reported.
    if (ends.every((id) => isThere(work, id)) || linked)
      work.cannot.push({ event, why: 'changed_since', target, by: foreign });
    return nothing;
  }
  if (linked) return missing(work, event, target, ends) ? nothing : { event, linked };
  return ends.some((id) => work.removed.has(id) || !isThere(work, id)) ? nothing : { event, linked };
}

interface Contents {
  /** The present version of the role; undefined after the revert's first change of it. */
  version: number | undefined;
  readonly builtIn: boolean;
  permissions: Set<string>;
  includes: Set<string>;
}

interface Delta {
  readonly role: string;
  readonly event: number;
  readonly list: 'permissions' | 'includes';
  readonly id: string;
  readonly linked: boolean;
  readonly target: Target;
}

/**
 * Reverts the permissions and inclusions of roles. A call replaces a whole list. So the present lists are read first,
 * to keep later additions by other users.
 * @param listing counts the ids in the lists, which are repeated for each change of a role
 */
export async function turnContents(work: Work, snapshot: Snapshot, listing: Listing = unlimited): Promise<void> {
  const deltas = work.histories.flatMap((history): Delta[] => {
    const list = ({ role_permissions: 'permissions', inclusions: 'includes' } as const)[history.table as 'inclusions'];
    if (list === undefined) return [];
    const role = history.text('role_id');
    const id = history.text(history.table === 'inclusions' ? 'included_id' : 'permission_id');
    const target = { kind: 'role', name: `${nameOf(work, role)}: ${nameOf(work, id)}` };
    const { event, linked } = decided(work, history, [role, id], target);
    return linked === undefined ? [] : [{ role, event, list, id, linked, target }];
  });
  const roles = [...new Set(deltas.map(({ role }) => role))];
  // Checks the length of the lists before reading them, because a single event can change very many roles.
  if (await haveLongContents(snapshot, roles, listing.most)) listing.add(listing.most + 1);
  const contents: Map<string, Contents> = await contentsOf(snapshot, roles);
  const builtIn = new Set(work.histories.filter(comesWithApplication).map(({ key }) => key));
  const isBuiltIn = ({ role }: Delta) => contents.get(role)?.builtIn === true || builtIn.has(role);
  for (const { event, target } of deltas.filter(isBuiltIn))
    work.cannot.push({ event, why: 'not_planned', target, by: null });
  const planned = deltas.filter((delta) => !isBuiltIn(delta));
  // Removes inclusions before adding their reverse. Otherwise two roles would include each other in between.
  const endedInclusions = new Set(
    planned.flatMap(({ list, event, linked }) => (list === 'includes' && !linked ? [event] : [])),
  );
  const phaseOf = ({ list, event, linked }: Delta) =>
    list === 'includes' && linked && endedInclusions.has(event) ? phases.includes : phases.contents;
  const byStep = Map.groupBy(planned, (delta) => `${delta.event} ${phaseOf(delta)} ${delta.role}`);
  const around = { ...aroundOf(work, contents), listing };
  const breathe = breathing();
  for (const group of [...byStep.values()].sort(
    ([a], [b]) => (b?.event ?? 0) - (a?.event ?? 0) || (a ? phaseOf(a) : 0) - (b ? phaseOf(b) : 0),
  )) {
    await breathe();
    turnRole(work, around, group, group[0] ? phaseOf(group[0]) : phases.contents);
  }
}

/** Counts the ids in the lists of roles. */
export interface Listing {
  readonly most: number;
  /** @throws Refusal `too_large` beyond `most` in all */
  readonly add: (ids: number) => void;
}
const unlimited: Listing = { most: 2 ** 31, add: () => undefined };

/** Lookups by role, because there may be thousands of steps. */
interface Around {
  readonly contents: Map<string, Contents>;
  /** The index of the step that creates each object, by the id that later steps use for the object. */
  readonly created: ReadonlyMap<string, number>;
  /** The roles that a step updates. Such a step changes the version of the role. */
  readonly updated: Set<string>;
  readonly listing: Listing;
}

function aroundOf({ steps }: Work, contents: Map<string, Contents>): Omit<Around, 'listing'> {
  const created = new Map<string, number>();
  const updated = new Set<string>();
  for (const [place, { change }] of steps.entries()) {
    if (change.as !== undefined) created.set(change.as, place);
    if (change.call === 'roles.update') updated.add(roleOf(change));
  }
  return { contents, created, updated };
}

function turnRole(work: Work, around: Around, deltas: readonly Delta[], phase: number): void {
  const { contents, created, updated, listing } = around;
  const { role, event } = deltas[0] ?? { role: '', event: 0 };
  const held: Contents = contents.get(role) ?? {
    version: undefined,
    builtIn: false,
    permissions: new Set(),
    includes: new Set(),
  };
  contents.set(role, held);
  const body: { permissions?: string[]; includes?: string[] } = {};
  for (const { list, id, linked } of deltas) {
    if (linked) held[list].add(idIn(work, id));
    else held[list].delete(id);
  }
  for (const list of new Set(deltas.map((delta) => delta.list))) {
    listing.add(held[list].size);
    body[list] = [...held[list]].filter((id) => !work.removed.has(id));
  }
  const { version } = held;
  held.version = undefined;
  const place = created.get(work.restoredIds.get(role) ?? '') ?? -1;
  const create = work.steps[place];
  if (create?.event === event && create.change.call === 'roles.create' && body.includes === undefined) {
    const { change } = create;
    work.steps[place] = { ...create, change: { ...change, body: Object.assign({}, change.body, body) } };
    return;
  }
  work.steps.push({
    change: {
      call: 'roles.update',
      params: { application: keyOf(work, role), role: idIn(work, role) },
      body,
      ...(version !== undefined && !updated.has(role) && { ifMatch: version }),
    },
    target: { kind: 'role', name: nameOf(work, role) },
    event,
    phase,
  });
  updated.add(idIn(work, role));
}
