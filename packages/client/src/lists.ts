import { problemOf } from './error.ts';
import type { Prover } from './proof.ts';
import { answerInvalid } from './provider.ts';
import { type Claims, payloadOf, sha256 } from './tokens.ts';

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
      const { permissions_ref: ref, sub, aud } = payloadOf(access);
      const response = await send(new Request(`${issuer}/oidc/permissions/${ref}`), access);
      if (!response.ok) throw await problemOf(response);
      const claims: Claims = payloadOf(await response.text());
      const { permissions } = claims;
      const isFor = Object.entries({ iss: issuer, sub, aud, permissions_ref: ref });
      if (
        !Array.isArray(permissions) ||
        isFor.some(([name, value]) => claims[name] !== value) ||
        (await sha256(JSON.stringify(permissions))) !== ref
      )
        throw answerInvalid('The list of permissions is not the one that the token refers to.');
      listsByRef.clear();
      listsByRef.set(ref, permissions);
    },
  };
};
