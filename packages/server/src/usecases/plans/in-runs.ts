import { limits, type PlannedChange } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { AuditEntry } from '../../store/kernel/change.ts';
import { newId } from '../../store/kernel/ids.ts';
import { type Many, manyAt } from '../../store/kernel/many.ts';
import type { CallerAccess } from '../authorise.ts';
import type { Context } from '../context.ts';
import type { CreatedIds } from './created-ids.ts';
import { together } from './together/index.ts';
import { areEnding, listOf, requireSameEnds, type TogetherCall, takeRights } from './together/order.ts';
import { applicationIn, authoriseAll, requireSameRights, type Together } from './together/together.ts';

/** How changes of a plan are made: several by few statements, or a single one. */
export interface Making {
  /**
   * Makes the changes from one index up to another in one batch. Their calls can be made together. If one change is
   * refused, makes none and returns false.
   */
  readonly several: (from: number, to: number) => Promise<boolean>;
  /** Makes the change at an index. Returns false if no later change may be made. */
  readonly one: (place: number) => Promise<boolean>;
  /** The maximum number of steps. A single change is one step; a run has one step for each of its applications. */
  readonly most?: number | undefined;
  /** Milliseconds that single changes and failed attempts may take together. */
  readonly time?: number;
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Called after each run: whether to skip the rest. */
  readonly stop?: () => boolean;
}

/**
 * Makes all changes in their order. If several cannot be made together, the run is halved until the changes at fault
 * are found.
 * @throws Refusal `too_large` when that takes more than `most` steps or more time. A single change can take long, for
 * example that of a role with 100,000 holders
 */
export async function inRuns(
  changes: readonly PlannedChange[],
  { several, one, most = Number.POSITIVE_INFINITY, time = limits.planStepsTime.value, onProgress, stop }: Making,
): Promise<void> {
  let steps = 0;
  let spent = 0;
  const timed = async (work: Promise<boolean>, counts: (done: boolean) => boolean): Promise<boolean> => {
    const begun = performance.now();
    const done = await work;
    if (counts(done)) spent += performance.now() - begun;
    return done;
  };
  const part = async (from: number, to: number): Promise<boolean> => {
    // The rights to each application, and its content, are read by separate statements.
    steps += new Set(changes.slice(from, to).map(({ params }) => applicationIn(params))).size;
    if (steps > most) tooManySteps(most);
    if (spent > time) tookTooLong();
    if (to - from === 1) return timed(one(from), () => true);
    if (await timed(several(from, to), (done) => !done)) return true;
    const middle = Math.floor((from + to) / 2);
    return (await part(from, middle)) && (await part(middle, to));
  };
  for (let from = 0; from < changes.length; ) {
    const list = listOf(changes[from]?.call);
    let to = from + 1;
    while (list && to < changes.length && to - from < mostTogether && listOf(changes[to]?.call) === list) to += 1;
    if (!(await part(from, to))) return;
    from = to;
    onProgress?.(from);
    if (stop?.()) return;
  }
}

/** Makes changes one after another. @throws Refusal `too_large` when they take more time */
export async function inOrder(
  count: number,
  one: Making['one'],
  time: number = limits.planStepsTime.value,
): Promise<void> {
  const begun = performance.now();
  for (let place = 0; place < count; place += 1) {
    if (performance.now() - begun > time) tookTooLong();
    if (!(await one(place))) return;
  }
}

/** Changes per statement: writing this many takes a fraction of a second. */
const mostTogether = 2000;

const tooManySteps = (most: number): never => refuse('too_large', 'plan_too_many_steps', { most });

const tookTooLong = (): never => refuse('too_large', 'plan_takes_minutes', {});

/**
 * Makes several changes with few statements for each call, and returns their events in order. The calls are written in
 * another order, but each event has the number and the instant of its own position.
 * @throws Refusal if one of the changes is refused, or if the order of writing could make a difference
 */
export async function makeSeveral(
  many: Many,
  caller: Context['caller'],
  all: readonly PlannedChange[],
  [from, to]: readonly [number, number],
  known: CreatedIds,
): Promise<AuditEntry[]> {
  const steps = all.slice(from, to).map((change, place) => {
    const id = newId();
    // Later changes may name what this change creates, earlier ones may not.
    known.willCreate(change, id, from + place);
    const { call, as: _, ...input } = known.withRealIds(change);
    return { params: undefined, body: undefined, ifMatch: undefined, ...input, call, id };
  });
  const list = listOf(steps[0]?.call) ?? [];
  const runs = list.flatMap((call) => {
    const places = steps.flatMap((step, place) => (step.call === call ? [place] : []));
    return places.length > 0
      ? [{ call: call as TogetherCall, places, steps: steps.filter((it) => it.call === call) }]
      : [];
  });
  const rights = new Map<TogetherCall, CallerAccess>();
  for (const run of runs) rights.set(run.call, await authoriseAll(many, caller, run.call, run.steps));
  if (areEnding(list) && runs.length > 1) await requireSameEnds(many, steps);
  const entries: AuditEntry[] = [];
  for (const { call, places, steps: those } of runs) {
    const make = together[call] as Together<typeof call>;
    const asked = { many: manyAt(many, places), steps: those, access: rights.get(call) };
    for (const [index, entry] of (await make(asked as never)).entries()) entries[places[index] ?? -1] = entry;
  }
  if (takeRights(list))
    for (const { call, steps: those } of runs) {
      const before = rights.get(call);
      if (!before) throw new Error('The rights to a call were not looked at.');
      requireSameRights(before, await authoriseAll(many, caller, call, those));
    }
  return entries;
}
