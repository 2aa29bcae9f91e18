import { isValidElement, useEffect, useState } from 'react';

/** Unsent input, which this tab keeps through a reload. */
export interface Draft<V extends object> {
  /** The initial values, and the last typed ones. */
  first: V;
  values: V;
}

/** The initial values of a form: the stored ones, overlaid with the input from before the reload. */
export function withDraft<V extends object>(name: string | undefined, initial: V): V {
  const draft = name === undefined ? undefined : read<V>(name);
  if (!draft) return initial;
  const typed = Object.entries(draft.values).filter(
    ([field, value]) => Object.hasOwn(initial, field) && asText(value) !== asText(draft.first[field as keyof V]),
  );
  return typed.length === 0 ? initial : { ...initial, ...Object.fromEntries(typed) };
}

export function keepDraft<V extends object>(name: string, draft: Draft<V>): void {
  try {
    sessionStorage.setItem(PREFIX + name, asText(draft));
  } catch {
    // The draft is too large for the browser's storage, so it is not kept.
    forgetDraft(name);
  }
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Discards all drafts whose name starts with the text. */
export function forgetDrafts(start: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX + start)) sessionStorage.removeItem(key);
}

/** Discards the drafts of another user, so that the next user in the same tab does not see them. */
export function keepDraftsOf(person: string): void {
  if (sessionStorage.getItem(OWNER) === person) return;
  forgetDrafts('');
  sessionStorage.setItem(OWNER, person);
}

const PREFIX = 'licet.draft ';
const OWNER = 'licet.drafts-of';

function read<V extends object>(name: string): Draft<V> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}', revive);
    const draft: unknown = Reflect.get(Object(kept), 'value');
    return isDraft<V>(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

const asText = (value: unknown): string => JSON.stringify({ value }, write);

// Leave out pictures of picker options; convert times and sets of ids so that JSON can hold them.
function write(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const source = this[key];
  if (source instanceof Date) return { [DATE]: source.getTime() };
  if (source instanceof Set) return { [SET]: [...source] };
  if (source instanceof Map) return { [MAP]: [...source] };
  return isValidElement(value) ? undefined : value;
}

const DATE = '$date';
const SET = '$set';
const MAP = '$map';

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (DATE in value) return new Date(Number(value[DATE]));
  if (MAP in value && Array.isArray(value[MAP])) return new Map(value[MAP]);
  return SET in value && Array.isArray(value[SET]) ? new Set(value[SET]) : value;
}

function isDraft<V extends object>(draft: unknown): draft is Draft<V> {
  return (
    typeof draft === 'object' &&
    draft !== null &&
    ['first', 'values'].every((part) => typeof Reflect.get(draft, part) === 'object' && Reflect.get(draft, part))
  );
}

/**
 * Input that is not covered by a form's own `keep`. This tab keeps it until it is sent, even if another component or
 * screen replaces the form, or the page reloads.
 */
export function useDraft<V extends object>(
  name: string,
  empty: Required<V>,
): [draft: V, change: (changes: Partial<V>) => void, forget: () => void] {
  const [draft, setDraft] = useState<V>(() => withDraft(name, empty));
  const change = (changes: Partial<V>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    keepDraft(name, { first: empty, values: next });
  };
  return [draft, change, () => forgetDraft(name)];
}

/** A state that survives a reload and a sign-in, but is discarded when the user leaves the screen. */
export function useKept<V>(called: string, initial: V): [value: V, set: (next: V) => void] {
  const name = KEPT + called;
  const [first] = useState(initial);
  const [value, setValue] = useState(() => withDraft<{ value: V }>(name, { value: first }).value);
  useEffect(() => {
    if (value !== first) keepDraft(name, { first: { value: first }, values: { value } });
    return () => forgetDraft(name);
  }, [name, first, value]);
  return [value, setValue];
}

/**
 * Discards the states of `useKept` from before this page load. Unmounting discards them too, but a page that is left by
 * its address or by a link to another site unmounts nothing.
 */
export const forgetKept = (): void => forgetDrafts(KEPT);

const KEPT = 'kept ';
