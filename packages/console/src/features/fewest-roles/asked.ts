import type { Holdings, Role } from '@licet/fewest-roles';
import { placesIn } from '../../blocks/permission-set.ts';
import type { Access } from './access.ts';
import type { NewNames, Suggestion } from './suggestion.ts';

/** The messages to the worker: first the access, then a question, for the fewest roles or for a suggestion. */
export type Asked =
  | { readonly kind: 'access'; readonly access: Access }
  | { readonly kind: 'compute' }
  | { readonly kind: 'suggest'; readonly no: number; readonly roles: readonly Role[]; readonly names: NewNames };

/** The answer to the question with the same number. */
export interface Suggested {
  readonly no: number;
  readonly suggestion: Suggestion;
}

/** The input of the computation that runs in the worker. */
export interface Question {
  /** The access to cover. A user is identified by the index of the holder. */
  readonly holdings: Holdings;
  /** The search ends after this time, with the bounds that it has found. */
  readonly searchMs: number;
  /** The curve ends before the first point with more deviations than this. */
  readonly tolerated: number;
}

const SEARCH_MS = 8000;
/** The curve ends where a quarter of the access would be lost: fewer roles are not a useful suggestion. */
const TOLERATED = 0.25;

/** The question for the permissions that the holders are to keep. */
export function askedOf({ holders, permissions }: Pick<Access, 'holders' | 'permissions'>): Question {
  const held = holders.map(({ wants }) => placesIn(wants));
  const pairs = new Uint32Array(2 * held.reduce((sum, places) => sum + places.length, 0));
  let at = 0;
  held.forEach((places, user) => {
    for (const place of places) {
      pairs[at] = user;
      pairs[at + 1] = place;
      at += 2;
    }
  });
  const holdings = { users: holders.length, permissions: permissions.length, pairs };
  return { holdings, searchMs: SEARCH_MS, tolerated: Math.floor((TOLERATED * pairs.length) / 2) };
}
