import { useSyncExternalStore } from 'react';

/** What this browser remembers of the guide. */
export interface GuideMemory {
  readonly tokenSeen: boolean;
  readonly closed: boolean;
}

/** What is remembered, and how to remember more. */
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
    // Storage may be closed to us; then the guide is remembered as long as the page lives.
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
