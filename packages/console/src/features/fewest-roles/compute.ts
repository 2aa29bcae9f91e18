import { boundFault, coverFault, curve, fewestRoles, type Pair, type Role } from '@licet/fewest-roles';
import type { Question } from './asked.ts';

/** Roles on the curve, and the number of pairs of user and permission that they lack. */
export interface CurvePoint {
  readonly roles: readonly Role[];
  readonly missing: number;
}

/** The lower bound, checked by separate code, and pairs that prove it. */
export interface Bound {
  readonly lowerBound: number;
  /** One pair from each block of the proof. No role can give two of these pairs. */
  readonly pairs: readonly Pair[];
  /** The duration of the whole computation. */
  readonly ms: number;
}

/** The messages of the worker, in this order: progress, the roles, progress, the bound. */
export type Told =
  | { readonly kind: 'progress'; readonly phase: Phase; readonly share: number }
  | { readonly kind: 'found'; readonly points: readonly CurvePoint[] }
  | { readonly kind: 'bound'; readonly bound: Bound };

export type Phase = 'searching' | 'curve' | 'checking';

const TELL_EVERY_MS = 100;

/**
 * Finds the fewest roles and the curve, and checks both. The first point is the fewest roles.
 * @throws Error if the checks find a fault
 */
export function compute(
  { holdings, searchMs, tolerated }: Question,
  tell: (told: Told) => void,
  now: () => number,
): void {
  const start = now();
  const until = (phase: Phase, from: number) => {
    let told = from;
    return () => {
      const at = now();
      if (at - told >= TELL_EVERY_MS) {
        told = at;
        tell({ kind: 'progress', phase, share: Math.min(1, (at - from) / searchMs) });
      }
      return at - from > searchMs;
    };
  };
  tell({ kind: 'progress', phase: 'searching', share: 0 });
  const fewest = fewestRoles(holdings, { deadline: until('searching', start) });
  const fault = coverFault(holdings, fewest.roles);
  if (fault !== undefined) throw new Error(fault);
  tell({ kind: 'progress', phase: 'curve', share: 0 });
  const { roles, points } = curve(holdings, fewest, { tolerated, deadline: until('curve', now()) });
  tell({
    kind: 'found',
    points: points.map((point) => ({
      roles: point.roles.flatMap((place) => roles[place] ?? []),
      missing: point.missing,
    })),
  });
  tell({ kind: 'progress', phase: 'checking', share: 0 });
  const { blocks, lowerBound } = fewest;
  const unproven = boundFault(holdings, blocks, lowerBound);
  if (unproven !== undefined) throw new Error(unproven);
  const pairs = blocks.flatMap(({ pairs: [first], roles }) => (roles > 0 && first ? [first] : []));
  tell({ kind: 'bound', bound: { lowerBound, pairs, ms: now() - start } });
}
