import type { NotReverted } from '@licet/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { setNavCount } from '../../shell/counts.ts';
import { keepDraft, withDraft } from '../../ui/form-draft.ts';
import type { PlannedChanges } from '../plan-effects/use-plan.ts';

/** What was put into the draft at once: one change, or several of the same kind. */
export interface DraftLine {
  readonly id: string;
  /** What it does, as the button or the dialog said it that it comes from. */
  readonly title: string;
  readonly changes: PlannedChanges;
  /** The numbers of the changes that it reverts. */
  readonly reverts?: readonly number[] | undefined;
  /** What of these stays as it is. */
  readonly left?: readonly NotReverted[] | undefined;
}

interface Draft {
  readonly lines: readonly DraftLine[];
}

const NAME = 'changes';
const empty: Draft = { lines: [] };
const listeners = new Set<() => void>();
let draft: Draft | undefined;

/** The changes that were collected and not made. They stay in this tab through a reload and a sign-in, for whoever collected them. */
export function useDraftLines(): readonly DraftLine[] {
  return useSyncExternalStore(subscribe, lines);
}

/** Shows in the bar at the top how many there are. */
export function useDraftCount(): void {
  const { length } = useDraftLines();
  useEffect(() => setNavCount('/changes', length), [length]);
}

/** Puts changes at the end, once: whoever puts the same there again has it there already. @returns how many lines there are */
export function addToDraft(
  title: string,
  changes: PlannedChanges,
  more: Pick<DraftLine, 'reverts' | 'left'> = {},
): number {
  const same = JSON.stringify(changes);
  if (lines().some((line) => JSON.stringify(line.changes) === same)) return lines().length;
  put([...lines(), { id: crypto.randomUUID(), title, changes, ...more }]);
  return lines().length;
}

/** Changes what a line does, where it stands. @returns how many lines there are */
export function putInPlace(id: string, changes: PlannedChanges): number {
  put(lines().map((line) => (line.id === id ? { ...line, changes } : line)));
  return lines().length;
}

/** @returns how many lines are left */
export function removeFromDraft(id: string): number {
  put(lines().filter((line) => line.id !== id));
  return lines().length;
}

/** Puts lines back that were taken out, before what was collected since. */
export function putBack(before: readonly DraftLine[]): void {
  put([...before, ...lines().filter(({ id }) => before.every((line) => line.id !== id))]);
}

export const emptyDraft = (): void => put([]);

function lines(): readonly DraftLine[] {
  draft ??= withDraft(NAME, empty);
  return draft.lines;
}

function put(next: readonly DraftLine[]): void {
  draft = { lines: next };
  keepDraft(NAME, { first: empty, values: draft });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
