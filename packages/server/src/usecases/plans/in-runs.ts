import type { PlannedChange } from '@licet/contract';
import type { AuditEntry } from '../../store/kernel/change.ts';
import { newId } from '../../store/kernel/ids.ts';
import type { Many } from '../../store/kernel/many.ts';
import type { Context } from '../context.ts';
import type { Made } from './made.ts';
import { together } from './together/index.ts';
import { authoriseAll, type Together } from './together/together.ts';

/** How changes of a plan are made: several by few statements, or one by itself. */
export interface Making {
  /** Those from one place up to another, all of one call. False when one of them is refused, and nothing of them is made. */
  readonly several: (from: number, to: number) => Promise<boolean>;
  /** The one at a place. False when those after it are not to be made. */
  readonly one: (place: number) => Promise<boolean>;
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Asked after each run: whether the next ones are left out. */
  readonly stop?: () => boolean;
}

/** Makes all changes in their order. Of several that are not made together the ones at fault are found by halving them. */
export async function inRuns(
  changes: readonly PlannedChange[],
  { several, one, onProgress, stop }: Making,
): Promise<void> {
  const part = async (from: number, to: number): Promise<boolean> => {
    if (to - from === 1) return one(from);
    if (await several(from, to)) return true;
    const middle = Math.floor((from + to) / 2);
    return (await part(from, middle)) && (await part(middle, to));
  };
  for (let from = 0; from < changes.length; ) {
    const call = changes[from]?.call;
    let to = from + 1;
    const most = call !== undefined && together[call] ? mostTogether : 1;
    while (to < changes.length && to - from < most && changes[to]?.call === call) to += 1;
    if (!(await part(from, to))) return;
    from = to;
    onProgress?.(from);
    if (stop?.()) return;
  }
}

/** A statement that writes so many takes a fraction of a second. */
const mostTogether = 2000;

/** Makes changes of one call by few statements, and answers what they record. @throws Refusal when one of them is refused */
export async function makeSeveral(
  many: Many,
  caller: Context['caller'],
  all: readonly PlannedChange[],
  [from, to]: readonly [number, number],
  known: Made,
): Promise<AuditEntry[]> {
  const changes = all.slice(from, to);
  const [first] = changes;
  const make = first && (together[first.call] as Together<typeof first.call> | undefined);
  if (!make) throw new Error('Changes of this call are made one after another.');
  const steps = changes.map((change, place) => {
    const id = newId();
    // Later ones may name what this one makes.
    known.making(change, id, from + place);
    const { call: _, as: __, ...input } = known.named(change);
    return { params: undefined, body: undefined, ifMatch: undefined, ...input, id };
  });
  const access = await authoriseAll(many, caller, first.call, steps);
  const entries = await make({ many, steps, access } as never);
  // By what ends somebody may come to do less: whoever may make the last of them could make each.
  if (ends.test(first.call)) await authoriseAll(many, caller, first.call, steps);
  return entries;
}

const ends = /\.(revoke|remove)/;
