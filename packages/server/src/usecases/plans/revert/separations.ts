import { newId } from '../../../store/kernel/ids.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import type { FactHistory, Row } from '../../../store/reverts/histories.ts';
import { type ElementThen, elementsOf, separationsNamed, separationsNaming } from '../../../store/reverts/rules.ts';
import type { CallerAccess } from '../../authorise.ts';
import { targetOfHistory } from './entities.ts';
import {
  idIn,
  isDeletedByRevert,
  isThere,
  paramOf,
  phases,
  placedWithRestored,
  type Step,
  stateToRestore,
  type Target,
  targetOf,
  type Work,
} from './parts.ts';

/** The data for reverting separations. */
interface SeparationData {
  readonly elements: ReadonlyMap<string, readonly ElementThen[]>;
  /** Present separations with a name that a reverted one had, in compared form. */
  readonly named: Awaited<ReturnType<typeof separationsNamed>>;
  /** The ids of separations that the revert deletes or renames, and that are therefore no conflict. */
  readonly leaving: ReadonlySet<string>;
}

/** Restores each separation to its state before the reverted changes. */
export async function turnSeparations(work: Work, snapshot: Snapshot): Promise<void> {
  const histories = work.histories.filter(({ table }) => table === 'separations');
  const ids = histories.map(({ key }) => key);
  const rows = histories.flatMap(({ turns }) => turns.flatMap(({ row }) => row ?? []));
  const data: SeparationData = {
    elements: await elementsOf(snapshot, ids),
    named: await separationsNamed(snapshot, rows.map(nameKeyOf)),
    leaving: new Set(
      histories.filter((history) => isDeletedByRevert(work, history) || isRenamed(work, history)).map(({ key }) => key),
    ),
  };
  for (const history of histories) turnSeparation(work, history, data);
}

function turnSeparation(work: Work, history: FactHistory, { elements, named, leaving }: SeparationData): void {
  const target = targetOfHistory(history);
  const ever = elements.get(history.key) ?? [];
  const now = ever.filter(({ to }) => to === null);
  const before = (no: number) => ever.filter(({ from, to }) => from < no && (to === null || to >= no));
  const state = stateToRestore(work, history, target, (event) => !isSame(before(event), now));
  if (!state) return;
  const { event, before: row } = state;
  const step = (change: Step['change'], place: Pick<Step, 'placedWith' | 'phase'>) =>
    work.steps.push({ change, target, event, ...place });
  const params = { separation: history.key };
  if (!row) {
    step({ call: 'separations.remove', params }, firstOfAll(work));
    work.removed.add(history.key);
    return;
  }
  const then = before(event);
  const other = history.present ? undefined : named.get(nameKeyOf(row));
  const isTaken = other !== undefined && !leaving.has(other.id);
  if (isTaken) work.cannot.push({ event, why: 'exists_again', target, by: other.no });
  const parts = isTaken ? undefined : partsOf(work, event, target, then);
  if (!parts) {
    work.refused.add(history.key);
    return;
  }
  const { name, why, at_most: atMost } = row.fields as { name: string; why: string; at_most: number };
  const body = { name, why, atMost, parts };
  const ids = then.map(({ id }) => id);
  const place = { placedWith: placedWithRestored(work, event, ids), phase: phases.rules };
  if (history.present) {
    const keepsLess =
      isWithin(then, now) &&
      atMost >= Number(history.present.fields.at_most) &&
      !ids.some((id) => work.restoredIds.has(id));
    step({ call: 'separations.update', params, body }, keepsLess ? firstOfAll(work) : place);
  } else {
    const as = newId();
    work.restoredIds.set(history.key, as);
    step({ call: 'separations.create', as, body }, place);
  }
}

/**
 * The position before all other steps. A rule that becomes weaker goes there, because the stricter rule could block what
 * is restored.
 */
const firstOfAll = ({ last }: Work) => ({ placedWith: last, phase: phases.revoke });

/** A restored role or permission gets a new id, which replaces the former one in separations. */
export async function renameInSeparations(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  // The separations that the revert updates anyway. Those that need no change or cannot be reverted are not among them.
  const turned = new Set(
    work.steps.flatMap(({ change }) => (change.call === 'separations.update' ? [paramOf(change, 'separation')] : [])),
  );
  for (const { id, name, elements } of await separationsNaming(snapshot, [...work.restoredIds.keys()])) {
    if (turned.has(id) || work.removed.has(id)) continue;
    const deletedNoOf = (of: string) => work.known.get(of)?.deletedNo ?? 0;
    // Placed with the element that was deleted first, because that one is restored last.
    const [back] = elements
      .filter((element) => work.restoredIds.has(element.id))
      .sort((one, other) => deletedNoOf(one.id) - deletedNoOf(other.id));
    const event = deletedNoOf(back?.id ?? '');
    if (!access.can('separations.manage') || access.actor?.kind === 'client') {
      const target = targetOf(work, back?.id ?? '');
      work.cannot.push({ event, why: 'not_planned', target, by: null, what: 'separation' });
      continue;
    }
    const target = { kind: 'separation', name };
    // If the separation itself cannot be restored, that is already reported, so nothing more is reported here.
    const parts = partsOf(work.refused.has(id) ? { ...work, cannot: [] } : work, event, target, elements);
    const change = { call: 'separations.update', params: { separation: id }, body: { parts } } as const;
    if (parts) work.steps.push({ change, target, event, phase: phases.rules });
  }
}

const nameKeyOf = ({ fields }: Row): string => String(fields.name_key);

function isRenamed({ asked }: Work, history: FactHistory): boolean {
  const { before, foreign } = history.tail(asked);
  return (
    foreign === undefined &&
    before !== undefined &&
    history.present !== undefined &&
    nameKeyOf(before) !== nameKeyOf(history.present)
  );
}

const keysOf = (elements: readonly ElementThen[]) => new Set(elements.map(({ part, id }) => `${part} ${id}`));

const isWithin = (some: readonly ElementThen[], all: readonly ElementThen[]): boolean =>
  keysOf(some).isSubsetOf(keysOf(all));

/** Whether two lists have the same elements, in any order. */
const isSame = (some: readonly ElementThen[], others: readonly ElementThen[]): boolean =>
  isWithin(some, others) && isWithin(others, some);

/** Returns the parts with their existing elements. If a part would be empty, reports that and returns undefined. */
function partsOf(work: Work, event: number, target: Target, elements: readonly ElementThen[]) {
  const parts = [...Map.groupBy(elements, ({ part }) => part)].sort(([one], [other]) => one - other);
  const left = parts.map(([, all]) => ({
    elements: all.flatMap(({ kind, id }) => (isThere(work, id) ? [{ kind, id: idIn(work, id) }] : [])),
  }));
  const empty = left.findIndex((part) => part.elements.length === 0);
  if (empty < 0) return left;
  const id = parts[empty]?.[1][0]?.id ?? '';
  work.cannot.push({ event, why: 'gone', target, by: work.known.get(id)?.deletedNo ?? null, what: targetOf(work, id) });
  return undefined;
}
