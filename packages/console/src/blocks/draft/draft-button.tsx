import type { NotReverted } from '@licet/contract';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { setNavCount } from '../../shell/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { keepDraft, withDraft } from '../../ui/form-draft.ts';
import { showToast } from '../../ui/toast.tsx';
import type { PlannedChanges } from '../plan-effects/use-plan.ts';
import { draftWords as words } from '../plan-effects/words.ts';

interface DraftButtonProps {
  title: string;
  changes: PlannedChanges;
  onAdded: () => void;
}

/**
 * Adds a change to the draft. Shown beside the button that makes the change directly; hidden without a change or a
 * title.
 */
export function DraftButton(of: DraftButtonProps): ReactNode {
  return of.changes.length > 0 && of.title !== '' && <AddButton {...of} />;
}

function AddButton({ title, changes, onAdded }: DraftButtonProps): ReactNode {
  const router = useRouter({ warn: false });
  const add = () => {
    const count = addToDraft(title.replace(/\s*\?$/, ''), changes);
    showToast({
      text: words.added(count),
      action: { label: words.show, run: () => void router.navigate({ to: '/changes' }) },
    });
    onAdded();
  };
  return <Button onClick={add}>{words.add}</Button>;
}

/** Changes that were added to the draft together: one, or several of the same kind. */
export interface DraftLine {
  readonly id: string;
  /** The title, from the button or the dialog that added the line. */
  readonly title: string;
  readonly changes: PlannedChanges;
  /** The numbers of the changes that the line reverts. */
  readonly reverts?: readonly number[] | undefined;
  /** The parts that this line cannot revert. */
  readonly left?: readonly NotReverted[] | undefined;
}

interface Draft {
  readonly lines: readonly DraftLine[];
}

const NAME = 'changes';
const empty: Draft = { lines: [] };
const listeners = new Set<() => void>();
let draft: Draft | undefined;

/** The drafted changes. This tab keeps them through a reload and a sign-in, but only for the user who made them. */
export function useDraftLines(): readonly DraftLine[] {
  return useSyncExternalStore(subscribe, lines);
}

/** Shows the number of drafted lines in the top bar. */
export function useDraftCount(): void {
  const { length } = useDraftLines();
  useEffect(() => setNavCount('/changes', length), [length]);
}

/**
 * Appends changes once: adding the same again has no effect.
 * @returns the number of lines
 */
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

/**
 * Replaces the changes of a line, which keeps its position.
 * @returns the number of lines
 */
export function putInPlace(id: string, changes: PlannedChanges): number {
  put(lines().map((line) => (line.id === id ? { ...line, changes } : line)));
  return lines().length;
}

/** @returns how many lines are left */
export function removeFromDraft(id: string): number {
  put(lines().filter((line) => line.id !== id));
  return lines().length;
}

/** Restores a former draft. Lines that were added since then come last. */
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
