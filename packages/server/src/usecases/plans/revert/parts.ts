import type { PlannedChange, RevertObstacle } from '@licet/contract';
import type { Known } from '../../../store/reverts/around.ts';
import type { FactHistory, Row } from '../../../store/reverts/histories.ts';

/** The name and kind of an object. */
export interface Target {
  readonly kind: string;
  readonly name: string;
  /** The two names that `name` joins: of a grant, a membership, an ownership or an exception. */
  readonly names?: [string, string];
}

/** One change of a revert. */
export interface Step {
  readonly change: PlannedChange;
  readonly target: Target;
  /** The number of the reverted change. The last is reverted first, so that each step leads to an earlier state. */
  readonly event: number;
  /** The event that determines the position of the step, if it is not `event`. */
  readonly placedWith?: number;
  /** Its position among those of the same event, smallest first. */
  readonly phase: number;
}

/** The order of steps for one event: removals first, then each object before the objects that depend on it. */
export const phases = {
  revoke: 0,
  unlink: 1,
  remove: 2,
  change: 10,
  create: 20,
  status: 40,
  endExcept: 44,
  except: 45,
  contents: 50,
  includes: 55,
  link: 60,
  grant: 70,
  rules: 75,
  exceptRules: 76,
  last: 80,
} as const;

/** Something that cannot be reverted. */
export interface Obstacle {
  readonly event: number;
  readonly why: RevertObstacle;
  readonly target: Target | null;
  /** The number of the change that prevents it. */
  readonly by: number | null;
  /** What is missing, or the instant at which it ended. */
  readonly what?: Target | string;
}

/** The inputs of a revert, and its result so far. */
export interface Work {
  /** The numbers of the changes that are reverted. */
  readonly asked: ReadonlySet<number>;
  /** The highest of these numbers. */
  readonly last: number;
  readonly at: string;
  /** The id of the calling user; null for other callers. */
  readonly userId: string | null;
  readonly histories: readonly FactHistory[];
  readonly known: ReadonlyMap<string, Known>;
  /** The new IDs of restored objects, by their former IDs. Later changes of the plan use the new ids. */
  readonly restoredIds: Map<string, string>;
  /** What the revert deletes. */
  readonly removed: Set<string>;
  /** Objects that the reverted changes created and deleted. They are ignored. */
  readonly ignored: Set<string>;
  /** Objects that cannot be restored, so that their dependents are not reported separately. */
  readonly refused: Set<string>;
  readonly steps: Step[];
  readonly cannot: Obstacle[];
}

/** Returns the id of an object in the plan: the new one if the object is restored. */
export const idIn = ({ restoredIds }: Work, id: string): string => restoredIds.get(id) ?? id;

export const isThere = ({ restoredIds, known }: Work, id: string): boolean =>
  restoredIds.has(id) || known.get(id)?.deletedNo === null;

/**
 * For a step that names restored objects, returns the event that determines its position. It is the reverted event or,
 * if earlier, the first event that deleted one of these objects, because that object is restored last.
 */
export const placedWithRestored = ({ restoredIds, known }: Work, event: number, ids: readonly string[]): number =>
  Math.min(event, ...ids.flatMap((id) => (restoredIds.has(id) ? (known.get(id)?.deletedNo ?? []) : [])));

export const nameOf = ({ known }: Work, id: string): string => known.get(id)?.name ?? id;

export const targetOf = (work: Work, id: string): Target => ({
  kind: work.known.get(id)?.kind ?? 'user',
  name: nameOf(work, id),
});

/** Returns a target with two names: joined in English as `name`, and separately as `names` for other languages. */
export const joined = (kind: string, first: string, word: 'to' | 'of' | 'from', second: string): Target => ({
  kind,
  name: `${first} ${word} ${second}`,
  names: [first, second],
});

/** The identifier of the application that an object belongs to. */
export const keyOf = ({ known }: Work, id: string): string => known.get(id)?.key ?? '';

/** The role that a change is about, as its plan calls it; empty if it is about none. */
export const roleOf = (change: PlannedChange): string => paramOf(change, 'role');

/** A parameter in a change's path; empty if it has none of that name. */
export const paramOf = ({ params }: PlannedChange, name: string): string =>
  typeof params === 'object' && params !== null && Object.hasOwn(params, name)
    ? String((params as Readonly<Record<string, unknown>>)[name])
    : '';

/**
 * Whether the revert deletes an object: it was created by the reverted changes, and no other change has touched it since.
 */
export function isDeletedByRevert({ asked }: Work, history: FactHistory): boolean {
  const { before, foreign } = history.tail(asked);
  return history.present !== undefined && before === undefined && foreign === undefined;
}

/**
 * Whether an object cannot be restored because another object no longer exists. Reports that, unless the missing object is
 * already reported.
 */
export function missing(work: Work, event: number, target: Target, ids: readonly string[]): boolean {
  const id = ids.find((each) => !isThere(work, each));
  if (id === undefined) return false;
  if (work.refused.has(id) || work.ignored.has(id)) return true;
  const by = work.known.get(id)?.deletedNo ?? null;
  work.cannot.push({ event, why: 'gone', target, by, what: targetOf(work, id) });
  return true;
}

/**
 * Returns the first of an object's reverted changes, and its state before that change. Returns undefined if there is
 * nothing to do.
 */
export function stateToRestore(
  work: Work,
  history: FactHistory,
  target: Target,
  alsoDiffers: (event: number) => boolean = () => false,
): { event: number; before: Row | undefined } | undefined {
  const { before, own, foreign } = history.tail(work.asked);
  const event = own[0]?.no ?? history.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  if (JSON.stringify(before?.fields) === JSON.stringify(history.present?.fields) && !alsoDiffers(event))
    return undefined;
  if (foreign === undefined) return { event, before };
  work.cannot.push({ event, why: 'changed_since', target, by: foreign });
  return undefined;
}
