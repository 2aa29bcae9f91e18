import { isValidElement, useEffect, useState } from 'react';

/** Unsent input, which this tab keeps through a reload. */
export interface Draft<V extends object> {
  /** The initial values. Compared with `values`, they tell which fields the user edited. */
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

/** Discards all drafts whose name begins with `start`. */
export function forgetDrafts(start: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX + start)) sessionStorage.removeItem(key);
}

/** Discards the drafts of another user, so that the next user in the same tab does not see them. */
export function keepDraftsOf(person: string): void {
  if (sessionStorage.getItem(OWNER) === person) return;
  forgetDrafts('');
  sessionStorage.setItem(OWNER, person);
}

/**
 * A value that this browser keeps for the signed-in user until they change it, such as the saved views of a list. Another
 * user of the same browser has values of their own.
 */
export function useKept<V extends object>(name: string, empty: V): [kept: V, keep: (next: V) => void] {
  const key = `${KEPT_FOR}${sessionStorage.getItem(OWNER) ?? ''} ${name}`;
  const [kept, setKept] = useState<V>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return typeof stored === 'object' && stored !== null ? (stored as V) : empty;
    } catch {
      return empty;
    }
  });
  const keep = (next: V) => {
    setKept(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The browser's storage is full or turned off: the value lasts as long as the page.
    }
  };
  return [kept, keep];
}

const KEPT_FOR = 'licet.kept ';
const PREFIX = 'licet.draft ';
const OWNER = 'licet.drafts-of';

function read<V extends object>(name: string): Draft<V> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}', revive);
    const draft: unknown = Reflect.get(Object(stored), 'value');
    return isDraft<V>(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

const asText = (value: unknown): string => JSON.stringify({ value }, write);

// Omits the pictures of picker options, which JSON cannot hold. Encodes dates, sets and maps.
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
 * Stores unsent input that a form's `keep` does not cover. The input survives a reload, and a switch to another
 * component or screen, until it is sent.
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
export function useStoredState<V>(called: string, initial: V): [value: V, set: (next: V) => void] {
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
 * Discards the states that `useStoredState` stored before this page load. Unmounting normally discards them, but nothing is
 * unmounted when the user leaves through the address bar or an external link.
 */
export const forgetStoredStates = (): void => forgetDrafts(KEPT);

const KEPT = 'kept ';
