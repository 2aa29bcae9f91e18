import { useSyncExternalStore } from 'react';

/** What this browser stores about the guide. */
export interface GuideMemory {
  readonly tokenSeen: boolean;
  readonly closed: boolean;
}

/** The stored values, and a function that changes them. */
export function useGuideMemory(): [memory: GuideMemory, remember: (more: Partial<GuideMemory>) => void] {
  return [useSyncExternalStore(subscribe, read), remember];
}

const NAME = 'licet.guide';
const nothing: GuideMemory = { tokenSeen: false, closed: false };
let memory: GuideMemory | undefined;
const listeners = new Set<() => void>();

function read(): GuideMemory {
  memory ??= parse();
  return memory;
}

function remember(more: Partial<GuideMemory>): void {
  memory = { ...read(), ...more };
  try {
    localStorage.setItem(NAME, JSON.stringify(memory));
  } catch {
    // Storage may be blocked. Then the values last as long as the page.
  }
  for (const listener of listeners) listener();
}

function parse(): GuideMemory {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<GuideMemory> | null;
    return { tokenSeen: found?.tokenSeen === true, closed: found?.closed === true };
  } catch {
    return nothing;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
