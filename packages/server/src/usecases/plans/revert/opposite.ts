import { type Calls, type EventAction, limits, type NotReverted, type RolePolicyChange } from '@licet/contract';
import { breathing } from '../../../breathing.ts';
import { refuse } from '../../../refusal.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { known } from '../../../store/reverts/around.ts';
import { type ChainedEvent, eventsByNumber } from '../../../store/reverts/events.ts';
import { countTouched, type FactHistory, sizeOfHistory, touchedHistories } from '../../../store/reverts/histories.ts';
import { elementsOf, policiesNaming, separationsNaming, sizeOfRules } from '../../../store/reverts/rules.ts';
import { type CallerAccess, maySeeApplication } from '../../authorise.ts';
import type { Reply } from '../../use-case.ts';
import { isEntity } from './columns.ts';
import { settleEntities, turnEntities } from './entities.ts';
import { turnExceptions } from './exceptions.ts';
import { turnGrants } from './grants.ts';
import { turnContents, turnLinks } from './links.ts';
import { keyOf, type Obstacle, type Target, type Work } from './parts.ts';
import { peopleIn, renameInPolicies, turnPolicies } from './policies.ts';
import { renameInSeparations, turnSeparations } from './separations.ts';

/**
 * The changes that revert others, and what cannot be reverted.
 * @throws Refusal `too_large`
 */
export async function oppositeOf(
  snapshot: Snapshot,
  access: CallerAccess,
  events: readonly ChainedEvent[],
  most: Most = usualMost,
): Promise<Omit<Reply<Calls['plans']['revert']>, 'reverts'>> {
  const numbers = events.map(({ no }) => no);
  const touched = await countTouched(snapshot, numbers);
  if (touched > most.facts) refuse('too_large', 'revert_touches_too_much', { facts: touched, most: most.changes });
  const history = await sizeOfHistory(snapshot, numbers);
  requireReadable(history, most);
  const histories = await touchedHistories(snapshot, numbers);
  requireReadable(history + (await sizeOfRules(snapshot, deletedIdsIn(histories), separationsIn(histories))), most);
  const work = await workOf(snapshot, access, numbers, histories);
  await turnEntities(work, await settleEntities(work, snapshot));
  await turnLinks(work);
  let listed = 0;
  const add = (ids: number) => {
    listed += ids;
    if (listed > most.listed) refuse('too_large', 'revert_lists_too_much', { entries: listed, most: most.changes });
  };
  await turnContents(work, snapshot, { most: Math.floor(most.listed), add });
  await turnGrants(work, snapshot);
  await turnRules(work, snapshot, access);
  noteOthers(work, events, histories);
  const steps = work.steps.toSorted(
    (a, b) => (b.placedWith ?? b.event) - (a.placedWith ?? a.event) || a.phase - b.phase,
  );
  if (steps.length > most.changes)
    refuse('too_large', 'revert_takes_too_much', { changes: steps.length, most: most.changes });
  // A policy can name many deleted users, so this list can be long.
  if (work.cannot.length > most.facts)
    refuse('too_large', 'revert_touches_too_much', { facts: work.cannot.length, most: most.changes });
  const others = await eventsByNumber(
    snapshot,
    work.cannot.flatMap(({ by }) => by ?? []),
  );
  return {
    events: numbers,
    changes: steps.map(({ change }) => change),
    about: steps.map(({ event, target }) => ({ event, target })),
    cannot: work.cannot.toSorted((a, b) => b.event - a.event).map((obstacle) => explained(obstacle, others)),
  };
}

/** @throws Refusal `too_large` */
function requireReadable(bytes: number, { facts, changes }: Most): void {
  if (bytes > facts * limits.revertBytesAFact.value)
    refuse('too_large', 'revert_reads_too_much', { megabytes: Math.ceil(bytes / 1_048_576), most: changes });
}

/**
 * Returns the ids of deleted objects. A restored one gets a new id, so the rules that name the former id must be read.
 */
const deletedIdsIn = (histories: readonly FactHistory[]): string[] =>
  histories.flatMap(({ table, key, present }) => (present === undefined && isEntity(table) ? [key] : []));

const separationsIn = (histories: readonly FactHistory[]): string[] =>
  histories.flatMap(({ table, key }) => (table === 'separations' ? [key] : []));

/** The limits of one revert. */
export interface Most {
  readonly changes: number;
  readonly facts: number;
  /** Ids in the lists of roles, which each change of a role repeats. The maximum is that of a plan. */
  readonly listed: number;
}

/** The limits of a single answer. */
export const usualMost: Most = {
  changes: limits.planChangesMax.value,
  facts: limits.revertFactsMax.value,
  listed: limits.jsonValues.value,
};

/** The limits of a stream. */
export const streamMost: Most = {
  changes: limits.planLongChangesMax.value,
  facts: limits.revertLongFactsMax.value,
  // An id with its quotes and a comma.
  listed: limits.importBytes.value / 39,
};

async function workOf(
  snapshot: Snapshot,
  access: CallerAccess,
  numbers: readonly number[],
  histories: readonly FactHistory[],
): Promise<Work> {
  const columns = [
    'app_id',
    'principal_id',
    'role_id',
    'permission_id',
    'group_id',
    'member_id',
    'included_id',
    'user_id',
    'holder_id',
  ];
  const ids = new Set<string>(access.userId === null ? [] : [access.userId]);
  const breathe = breathing();
  for (const history of histories) {
    await breathe();
    if (history.table !== 'settings' && !history.key.includes(' ')) ids.add(history.key);
    for (const column of columns) if (history.text(column) !== '') ids.add(history.text(column));
  }
  for (const history of histories) for (const id of namedByPolicy(history)) ids.add(id);
  const ever = await elementsOf(snapshot, separationsIn(histories));
  for (const elements of ever.values()) for (const { id } of elements) ids.add(id);
  const deletedIds = deletedIdsIn(histories);
  for (const { elements } of await separationsNaming(snapshot, deletedIds)) for (const { id } of elements) ids.add(id);
  for (const { role, policy } of await policiesNaming(snapshot, deletedIds))
    for (const id of [role, ...peopleIn(policy)]) ids.add(id);
  const work: Work = {
    asked: new Set(numbers),
    last: numbers.reduce((one, other) => Math.max(one, other), 0),
    at: snapshot.at,
    userId: access.userId,
    histories: [],
    known: await known(snapshot, [...ids]),
    restoredIds: new Map(),
    removed: new Set(),
    ignored: new Set(),
    refused: new Set(),
    steps: [],
    cannot: [],
  };
  const seen = Map.groupBy(histories, (history) => maySee(access, work, history));
  const hidden = new Set(
    seen.get(false)?.flatMap(({ turns }) => turns.flatMap(({ no }) => (work.asked.has(no) ? [no] : []))),
  );
  for (const event of hidden) work.cannot.push({ event, why: 'hidden', target: null, by: null });
  return { ...work, histories: seen.get(true) ?? [] };
}

/** All users and groups that a role policy has ever named. */
const namedByPolicy = ({ table, turns }: FactHistory): string[] =>
  table === 'role_policies'
    ? turns.flatMap(({ row }) => (row ? peopleIn(row.fields.policy as RolePolicyChange) : []))
    : [];

function maySee(access: CallerAccess, work: Work, history: FactHistory): boolean {
  if (history.table === 'settings') return true;
  if (history.table === 'separations' || history.table === 'separation_exceptions')
    return access.can('separations.manage');
  if (history.table === 'users') return access.can('users.read');
  if (history.table === 'groups' || history.table === 'memberships') return access.can('groups.read');
  const app = history.text('app_id') || history.text('role_id') || history.key;
  // The caller may own an application without having owned an earlier one with the same identifier.
  const home = work.known.get(work.known.get(app)?.app ?? '');
  return access.can('applications.read') || (home?.deletedNo === null && maySeeApplication(access, keyOf(work, app)));
}

/** Reports the changes that no plan can revert. */
function noteOthers(work: Work, events: readonly ChainedEvent[], histories: readonly FactHistory[]): void {
  const touched = new Set(histories.flatMap(({ turns }) => turns.map(({ no }) => no)));
  for (const { no, action, target, reviews } of events) {
    if (reviews) work.cannot.push({ event: no, why: 'not_planned', target, by: null, what: 'reviews' });
    if (reviews || touched.has(no) || changesNothing.has(action)) continue;
    const why = ofSecrets.test(action) ? 'secret' : ofSignIn.test(action) ? 'sign_in' : 'not_planned';
    work.cannot.push({ event: no, why, target: { kind: target.kind, name: target.name }, by: null });
  }
}

const changesNothing: ReadonlySet<EventAction> = new Set([
  'plan.applied',
  // The events before these two contain the hand-over itself.
  'user.handed_over',
  'user.took_over',
  'licet.backed_up',
  'licet.upgraded',
  'licet.address_changed',
  'audit.facts_covered',
  'audit.key_rotated',
]);
const ofSecrets = /^(client\.(secret|key)|key\.)/;
const ofSignIn = /^user\.(?!erased|groups_mapped)/;

/**
 * Restores role policies and separation rules. They come after all grants, because the grants were made under other
 * rules.
 */
async function turnRules(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  turnPolicies(work, access);
  await renameInPolicies(work, snapshot, access);
  await turnSeparations(work, snapshot);
  await renameInSeparations(work, snapshot, access);
  await turnExceptions(work, snapshot);
}

/** A change by others that prevents the revert. */
export interface Other {
  readonly no: number;
  readonly action: EventAction;
  readonly actor: NonNullable<NotReverted['by']>['actor'];
}

/** An obstacle as a sentence that names what prevents the revert. */
function explained({ event, why, target, by, what }: Obstacle, others: ReadonlyMap<number, Other>): NotReverted {
  const other = by === null ? undefined : others.get(by);
  return {
    event,
    why,
    target,
    by: other ? { event: other.no, action: other.action, actor: other.actor } : null,
    says: sentences[why](
      { it: named(target), who: other ? `${other.actor.name} (change ${other.no})` : 'somebody', what },
      event,
    ),
  };
}

interface SentenceParts {
  /** The subject of the sentence, with its kind. */
  readonly it: string;
  readonly who: string;
  readonly what: Obstacle['what'];
}

const sentences: Readonly<Record<NotReverted['why'], (parts: SentenceParts, event: number) => string>> = {
  changed_since: ({ it, who, what }) =>
    `${capital(it)} stays as it is: ${typeof what === 'string' ? `its ${what} was` : 'it was'} changed since by ${who}.`,
  in_use: ({ it, who }) => `${capital(it)} is not deleted: it is used since, by what ${who} did.`,
  gone: ({ it, who, what }) =>
    `${capital(it)} cannot be as it was: ${typeof what === 'object' ? named(what) : 'what it belongs to'} is gone, deleted by ${who}.`,
  exists_again: ({ it, who }) => `${capital(it)} is not given back: there is one already, made by ${who}.`,
  over_by_now: ({ it, what }) =>
    `${capital(it)} is not given back: it was to end at ${typeof what === 'string' ? what : 'an instant'}, which has passed.`,
  already: ({ it, who, what }) =>
    typeof what === 'string'
      ? `${capital(it)} is over already: it ended at ${what}.`
      : `${capital(it)} is gone already, by ${who}.`,
  erased: ({ it }) => `${capital(it)} was erased, and nothing of them comes back.`,
  secret: ({ it }, event) =>
    `Secrets and keys are kept nowhere, so none comes back with ${it} (change ${event}): make a new one.`,
  sign_in: ({ it }, event) =>
    `What ${it} signs in with, and that they came in, is theirs and is not reverted (change ${event}).`,
  own: ({ it }) => `${capital(it)} is for yourself: somebody else gives it back.`,
  not_planned: ({ it, what }, event) =>
    (typeof what === 'string' ? aside[what]?.(capital(it)) : undefined) ??
    `Change ${event}, about ${it}, is of a kind that plans do not make: revert it where such a history is set.`,
  hidden: (_, event) => `Change ${event} concerns something that you may not see, so it is not reverted.`,
};

/** Sentences about what a restored object does not get back. */
const aside: Readonly<Record<string, (it: string) => string>> = {
  reviews: (it) => `${it} does not get reviews back: hand these over by hand, or name the reviewers in each review.`,
  policy: (it) => `${it} comes back with the usual policy: how it is given is set anew.`,
  'second factor': (it) =>
    `${it} comes back as another one, of which the sign-in rules require no second factor: require it anew.`,
  'sign-in rules': (it) => `${it} comes back without its sign-in rules: they are set anew.`,
  policies: (it) => `${it} comes back as another one, and no policy of a role names that: it is named anew.`,
  separation: (it) => `${it} comes back as another one, and no separation names that: it is named anew.`,
};

const kinds: Readonly<Record<string, string>> = {
  client: 'the program',
  exception: 'the exception of',
  grant: 'the grant of',
  member: 'the membership of',
  owner: 'the ownership of',
  settings: 'what is set for',
  policy: 'the policy of the role',
};

function named(target: Target | null): string {
  if (target === null) return 'something';
  return `${kinds[target.kind] ?? `the ${target.kind}`} ${target.name}`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
