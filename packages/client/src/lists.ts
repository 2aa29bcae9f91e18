import { loaded } from './error.ts';
import { kit } from './kit.ts';
import type { Prover } from './proof.ts';

/** Caches permission lists that are too long for a token, by hash. */
export interface Lists {
  readonly known: (ref: unknown) => readonly string[] | undefined;
  /**
   * Fetches the signed document with the list of this token, and verifies it.
   * @throws LicetError `unreachable`, `answer_invalid`, or `not_found` if Licet no longer stores the list
   */
  readonly load: (access: string) => Promise<void>;
}

export const createLists = (issuer: string, { send }: Prover): Lists => {
  const listsByRef = new Map<unknown, readonly string[]>();
  return {
    known: (ref) => listsByRef.get(ref),
    load: async (access) => {
      const { readList } = await loaded(import('./calls.ts'));
      const [ref, permissions] = await readList({ issuer, send, access, kit });
      listsByRef.clear();
      listsByRef.set(ref, permissions);
    },
  };
};
