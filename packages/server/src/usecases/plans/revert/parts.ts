import type { PlannedChange, RevertObstacle } from '@licet/contract';
import type { Known } from '../../../store/reverts/around.ts';
import type { Row, Thing } from '../../../store/reverts/things.ts';

/** What something is called, and what it is. */
export interface Target {
  readonly kind: string;
  readonly name: string;
}

/** One change of a revert. */
export interface Step {
  readonly change: PlannedChange;
  readonly target: Target;
  /** The number of the change that it reverts. The last is reverted first, so that each step leads to what there was. */
  readonly event: number;
  /** Beside which event it stands, where that is another one. */
  readonly beside?: number;
  /** Where it stands among those of the same event: the least first. */
  readonly phase: number;
}

/** The order of what reverts one event: ends first, what others need before what needs it. */
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
  /** The number of the change that stands in the way. */
  readonly by: number | null;
  /** What is missing, or when it ended. */
  readonly what?: Target | string;
}

/** All that a revert is worked out from, and what came of it so far. */
export interface Work {
  /** The numbers of the changes that are reverted. */
  readonly asked: ReadonlySet<number>;
  /** The highest of these numbers. */
  readonly last: number;
  readonly at: string;
  /** Who asks: null when it is no person. */
  readonly userId: string | null;
  readonly things: readonly Thing[];
  readonly known: ReadonlyMap<string, Known>;
  /** What comes back has another id: the one by which later changes of the plan call it. */
  readonly comesBack: Map<string, string>;
  /** What the revert deletes. */
  readonly removed: Set<string>;
  /** What was made and deleted within what is reverted: it is as if it never was. */
  readonly never: Set<string>;
  /** What does not come back itself, so that nothing is said of what hung on it. */
  readonly refused: Set<string>;
  readonly steps: Step[];
  readonly cannot: Obstacle[];
}

/** The id by which a plan calls something. */
export const idIn = ({ comesBack }: Work, id: string): string => comesBack.get(id) ?? id;

export const isThere = ({ comesBack, known }: Work, id: string): boolean =>
  comesBack.has(id) || known.get(id)?.gone === null;

/** Beside which event a step stands that names things: the event that it reverts, or where the last of those comes back. */
export const besideNamed = ({ comesBack, known }: Work, event: number, ids: readonly string[]): number =>
  Math.min(event, ...ids.flatMap((id) => (comesBack.has(id) ? (known.get(id)?.gone ?? []) : [])));

export const nameOf = ({ known }: Work, id: string): string => known.get(id)?.name ?? id;

export const targetOf = (work: Work, id: string): Target => ({
  kind: work.known.get(id)?.kind ?? 'user',
  name: nameOf(work, id),
});

/** The identifier of the application that something belongs to. */
export const keyOf = ({ known }: Work, id: string): string => known.get(id)?.key ?? '';

/** The role that a change is about, as its plan calls it; empty if it is about none. */
export const roleOf = (change: PlannedChange): string => paramOf(change, 'role');

/** What the path of a change names; empty if it names no such thing. */
export const paramOf = ({ params }: PlannedChange, name: string): string =>
  typeof params === 'object' && params !== null && Object.hasOwn(params, name)
    ? String((params as Readonly<Record<string, unknown>>)[name])
    : '';

/** Whether the revert takes it away: it was made by what is turned back, and nobody else changed it since. */
export function isTakenAway({ asked }: Work, thing: Thing): boolean {
  const { before, foreign } = thing.tail(asked);
  return thing.present !== undefined && before === undefined && foreign === undefined;
}

/** Says that something cannot come back because something else is gone; nothing where that is told already. */
export function missing(work: Work, event: number, target: Target, ids: readonly string[]): boolean {
  const id = ids.find((each) => !isThere(work, each));
  if (id === undefined) return false;
  if (work.refused.has(id) || work.never.has(id)) return true;
  const by = work.known.get(id)?.gone ?? null;
  work.cannot.push({ event, why: 'gone', target, by, what: targetOf(work, id) });
  return true;
}

/** Where a thing is to be as it was: the first of its changes that are reverted, and how it was before; undefined where nothing is done. */
export function wantedOf(
  work: Work,
  thing: Thing,
  target: Target,
  alsoDiffers: (event: number) => boolean = () => false,
): { event: number; before: Row | undefined } | undefined {
  const { before, own, foreign } = thing.tail(work.asked);
  const event = own[0]?.no ?? thing.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  if (JSON.stringify(before?.fields) === JSON.stringify(thing.present?.fields) && !alsoDiffers(event)) return undefined;
  if (foreign === undefined) return { event, before };
  work.cannot.push({ event, why: 'changed_since', target, by: foreign });
  return undefined;
}
