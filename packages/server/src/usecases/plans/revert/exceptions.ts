import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import type { FactHistory, Row } from '../../../store/reverts/histories.ts';
import { exceptionsNow, type PresentException, reasonsOf, separationsKnown } from '../../../store/reverts/rules.ts';
import {
  idIn,
  isDeletedByRevert,
  joined,
  missing,
  nameOf,
  phases,
  type Step,
  type Target,
  type Work,
} from './parts.ts';

/** The data for reverting exceptions. */
interface ExceptionData {
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
  const histories = work.histories.filter(({ table }) => table === 'separation_exceptions');
  if (histories.length === 0) return;
  const ended = new Set(histories.filter((history) => isDeletedByRevert(work, history)).map(({ key }) => key));
  const standing = await exceptionsNow(snapshot, histories.map(separationOf));
  const data: ExceptionData = {
    separations: await separationsKnown(snapshot, histories.map(separationOf)),
    reasons: await reasonsOf(
      snapshot,
      histories.map(({ key }) => key),
    ),
    created: new Map(
      work.steps.flatMap(({ change: { call, as }, event, placedWith: other }) =>
        call === 'separations.create' && as !== undefined ? [[as, other ?? event] as const] : [],
      ),
    ),
    standing: Map.groupBy(
      standing.filter(({ id }) => !ended.has(id)),
      (it) => `${it.separation} ${it.holder}`,
    ),
    back: new Set(histories.filter((history) => !history.present && history.tail(work.asked).before).map(pairOf)),
  };
  for (const history of histories.toSorted((a, b) => (b.turns.at(-1)?.no ?? 0) - (a.turns.at(-1)?.no ?? 0)))
    turnException(work, history, data);
}

function turnException(work: Work, history: FactHistory, data: ExceptionData): void {
  const { before, own, foreign } = history.tail(work.asked);
  const { present: now } = history;
  const [separation, holder] = [separationOf(history), holderOf(history)];
  // An exception ends with its rule or its holder.
  if ([separation, holder].some((id) => work.removed.has(id) || work.ignored.has(id))) return;
  const event = own.at(-1)?.no ?? history.turns.findLast(({ no }) => work.asked.has(no))?.no ?? 0;
  const rule = data.separations.get(separation)?.name ?? separation;
  const target = joined('exception', nameOf(work, holder), 'from', rule);
  if (before === now || (before && now && endOf(before) === endOf(now))) return;
  if (foreign !== undefined) {
    work.cannot.push({ event, why: 'changed_since', target, by: foreign });
    return;
  }
  const params = { separation, exception: history.key };
  const step = (change: Step['change'], place: Pick<Step, 'placedWith' | 'phase'> = { phase: phases.except }) =>
    work.steps.push({ change, target, event, ...place });
  const lasts = now !== undefined && endOf(now) > work.at;
  if (!before) {
    // A holder can have only one exception from a separation. So this one ends before the other one is restored.
    const place = data.back.has(pairOf(history))
      ? { ...placeOf(work, holder, undefined), phase: phases.endExcept }
      : undefined;
    if (lasts) step({ call: 'separations.endException', params }, place);
    else if (now) work.cannot.push({ event, why: 'already', target, by: null, what: endOf(now) });
  } else if (endOf(before) <= work.at)
    work.cannot.push({ event, why: 'over_by_now', target, by: null, what: endOf(before) });
  else if (holder === work.userId && !(lasts && endOf(now) > endOf(before)))
    work.cannot.push({ event, why: 'own', target, by: null });
  else if (lasts) step({ call: 'separations.changeException', params, body: { ends: endOf(before) } });
  else restore(work, history, before, { event, target, ...data });
}

function restore(
  work: Work,
  history: FactHistory,
  before: Row,
  of: ExceptionData & { event: number; target: Target },
): void {
  const { event, target, separations, reasons, created, standing } = of;
  const [separation, holder] = [separationOf(history), holderOf(history)];
  const rule = separations.get(separation);
  const ruleBack = created.get(idIn(work, separation));
  if (ruleBack === undefined && rule?.deletedNo !== null) {
    const what = { kind: 'separation', name: rule?.name ?? separation };
    if (!work.refused.has(separation))
      work.cannot.push({ event, why: 'gone', target, by: rule?.deletedNo ?? null, what });
    return;
  }
  if (missing(work, event, target, [holder])) return;
  const there = standing.get(pairOf(history)) ?? [];
  const other = there.find(({ id }) => id !== history.key);
  const reason = reasons.get(history.key) ?? '';
  if (other) work.cannot.push({ event, why: 'exists_again', target, by: other.no });
  else if (reason === '') work.cannot.push({ event, why: 'erased', target, by: null });
  else {
    standing.set(pairOf(history), [...there, { id: history.key, separation, holder, no: history.turns[0]?.no ?? 0 }]);
    const body = { holder: idIn(work, holder), reason, ends: endOf(before) };
    const change = { call: 'separations.except', params: { separation: idIn(work, separation) }, body } as const;
    work.steps.push({ change, target, event, ...placeOf(work, holder, ruleBack) });
  }
}

/**
 * An exception returns as early as possible: grants that are restored after it may need it, including grants that later
 * changes revoked.
 */
function placeOf(work: Work, holder: string, ruleBack: number | undefined): Pick<Step, 'placedWith' | 'phase'> {
  const holderDeletedNo = work.restoredIds.has(holder) ? (work.known.get(holder)?.deletedNo ?? undefined) : undefined;
  const placedWith = Math.min(...[ruleBack, holderDeletedNo].filter((no) => no !== undefined), work.last);
  return { placedWith, phase: placedWith === ruleBack ? phases.exceptRules : phases.except };
}

const separationOf = (history: FactHistory): string => history.text('separation_id');
const holderOf = (history: FactHistory): string => history.text('holder_id');
const pairOf = (history: FactHistory): string => `${separationOf(history)} ${holderOf(history)}`;
// An instant in ISO 8601, in UTC.
const endOf = ({ fields }: Row): string => String(fields.ends);
