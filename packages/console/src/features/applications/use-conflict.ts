import { ApiError } from '@licet/contract/client';
import { useState } from 'react';

/** Somebody else's save, met while saving. */
export interface Conflict<E> {
  /** What is stored now; nothing while nobody was in the way. */
  theirs: E | undefined;
  /** The version to save against: theirs after a conflict, else the one that was read. */
  versionOr: (read: number) => number;
  /** Runs a save. A version conflict is kept to be shown, and answered with nothing; other failures are thrown. */
  guard: (save: () => Promise<E>) => Promise<E | undefined>;
  clear: () => void;
}

/** Catches version conflicts (412) and loads what the other one has saved. */
export function useConflict<E extends { version: number }>(load: () => Promise<E>): Conflict<E> {
  const [theirs, setTheirs] = useState<E>();
  return {
    theirs,
    versionOr: (read) => theirs?.version ?? read,
    guard: async (save) => {
      try {
        const saved = await save();
        setTheirs(undefined);
        return saved;
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.problem.code !== 'version_conflict') throw thrown;
        setTheirs(await load());
        return undefined;
      }
    },
    clear: () => setTheirs(undefined),
  };
}

/** Does something; when somebody else was faster, loads everything anew before it says so, so that the next try can work. */
export async function orRefresh(refresh: () => Promise<void>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof ApiError && ['version_conflict', 'wrong_state', 'not_found'].includes(thrown.problem.code))
      await refresh();
    throw thrown;
  }
}
