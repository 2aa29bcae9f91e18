import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import type { FactHistory, Row } from '../../../store/reverts/histories.ts';
import { exceptionsNow, type PresentException, reasonsOf, separationsKnown } from '../../../store/reverts/rules.ts';
import { idIn, isTakenAway, joined, missing, nameOf, phases, type Step, type Target, type Work } from './parts.ts';

/** The data for reverting exceptions. */
interface Beside {
  readonly separations: Awaited<ReturnType<typeof separationsKnown>>;
  readonly reasons: ReadonlyMap<string, string>;
  /** The number of the event that recreates each separation, by the id of the separation in the plan. */
  readonly created: ReadonlyMap<string, number>;
  /** Exceptions that have not ended and that the revert does not end, by separation and holder. */
  readonly standing: Map<string, PresentException[]>;
  /** The pairs of holder and separation for which an exception is restored. */
  readonly back: ReadonlySet<string>;
}

/** Restores exceptions to their state before their last reverted changes, with reason and end. */
export async function turnExceptions(work: Work, snapshot: Snapshot): Promise<void> {
  const things = work.things.filter(({ table }) => table === 'separation_exceptions');
  if (things.length === 0) return;
  const ended = new Set(things.filter((thing) => isTakenAway(work, thing)).map(({ key }) => key));
  const standing = await exceptionsNow(snapshot, things.map(separationOf));
  const beside: Beside = {
    separations: await separationsKnown(snapshot, things.map(separationOf)),
    reasons: await reasonsOf(
      snapshot,
      things.map(({ key }) => key),
    ),
    created: new Map(
      work.steps.flatMap(({ change: { call, as }, event, beside: other }) =>
        call === 'separations.create' && as !== undefined ? [[as, other ?? event] as const] : [],
      ),
    ),
    standing: Map.groupBy(
      standing.filter(({ id }) => !ended.has(id)),
      (it) => `${it.separation} ${it.holder}`,
    ),
    back: new Set(things.filter((thing) => !thing.present && thing.tail(work.asked).before).map(pairOf)),
  };
  for (const thing of things.toSorted((a, b) => (b.turns.at(-1)?.no ?? 0) - (a.turns.at(-1)?.no ?? 0)))
    turnException(work, thing, beside);
}

function turnException(work: Work, thing: FactHistory, beside: Beside): void {
  const { before, own, foreign } = thing.tail(work.asked);
  const { present: now } = thing;
  const [separation, holder] = [separationOf(thing), holderOf(thing)];
  // An exception ends with its rule or its holder.
  if ([separation, holder].some((id) => work.removed.has(id) || work.never.has(id))) return;
  const event = own.at(-1)?.no ?? thing.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  const rule = beside.separations.get(separation)?.name ?? separation;
  const target = joined('exception', nameOf(work, holder), 'from', rule);
  if (before === now || (before && now && endOf(before) === endOf(now))) return;
  if (foreign !== undefined) {
    work.cannot.push({ event, why: 'changed_since', target, by: foreign });
    return;
  }
  const params = { separation, exception: thing.key };
  const step = (change: Step['change'], place: Pick<Step, 'beside' | 'phase'> = { phase: phases.except }) =>
    work.steps.push({ change, target, event, ...place });
  const lasts = now !== undefined && endOf(now) > work.at;
  if (!before) {
    // A holder can have only one exception from a separation. So this one ends before the other one is restored.
    const place = beside.back.has(pairOf(thing))
      ? { ...placeOf(work, holder, undefined), phase: phases.endExcept }
      : undefined;
    if (lasts) step({ call: 'separations.endException', params }, place);
    else if (now) work.cannot.push({ event, why: 'already', target, by: null, what: endOf(now) });
  } else if (endOf(before) <= work.at)
    work.cannot.push({ event, why: 'over_by_now', target, by: null, what: endOf(before) });
  else if (holder === work.userId && !(lasts && endOf(now) > endOf(before)))
    work.cannot.push({ event, why: 'own', target, by: null });
  else if (lasts) step({ call: 'separations.changeException', params, body: { ends: endOf(before) } });
  else giveBack(work, thing, before, { event, target, ...beside });
}

function giveBack(work: Work, thing: FactHistory, before: Row, of: Beside & { event: number; target: Target }): void {
  const { event, target, separations, reasons, created, standing } = of;
  const [separation, holder] = [separationOf(thing), holderOf(thing)];
  const rule = separations.get(separation);
  const ruleBack = created.get(idIn(work, separation));
  if (ruleBack === undefined && rule?.gone !== null) {
    const what = { kind: 'separation', name: rule?.name ?? separation };
    if (!work.refused.has(separation)) work.cannot.push({ event, why: 'gone', target, by: rule?.gone ?? null, what });
    return;
  }
  if (missing(work, event, target, [holder])) return;
  const there = standing.get(pairOf(thing)) ?? [];
  const other = there.find(({ id }) => id !== thing.key);
  const reason = reasons.get(thing.key) ?? '';
  if (other) work.cannot.push({ event, why: 'exists_again', target, by: other.no });
  else if (reason === '') work.cannot.push({ event, why: 'erased', target, by: null });
  else {
    standing.set(pairOf(thing), [...there, { id: thing.key, separation, holder, no: thing.turns[0]?.no ?? 0 }]);
    const body = { holder: idIn(work, holder), reason, ends: endOf(before) };
    const change = { call: 'separations.except', params: { separation: idIn(work, separation) }, body } as const;
    work.steps.push({ change, target, event, ...placeOf(work, holder, ruleBack) });
  }
}

/**
 * An exception returns as early as possible: grants that are restored after it may need it, including grants that later
 * changes revoked.
 */
function placeOf(work: Work, holder: string, ruleBack: number | undefined): Pick<Step, 'beside' | 'phase'> {
  const holderGone = work.comesBack.has(holder) ? (work.known.get(holder)?.gone ?? undefined) : undefined;
  const beside = Math.min(...[ruleBack, holderGone].filter((no) => no !== undefined), work.last);
  return { beside, phase: beside === ruleBack ? phases.exceptRules : phases.except };
}

const separationOf = (thing: FactHistory): string => thing.text('separation_id');
const holderOf = (thing: FactHistory): string => thing.text('holder_id');
const pairOf = (thing: FactHistory): string => `${separationOf(thing)} ${holderOf(thing)}`;
// An instant in ISO 8601, in UTC.
const endOf = ({ fields }: Row): string => String(fields.ends);
