import type { AccessRequest } from '@licet/client';

/**
 * Returns the number of midnights between now and then, in the user's time zone.
 * @param now milliseconds since the epoch
 */
export const daysUntil = (at: Date, now: number): number =>
  Math.round((midnight(at) - midnight(new Date(now))) / 86_400_000);

/** Returns whether the request is approved and its access has begun and not ended. */
export const holds = (request: AccessRequest, now: number): boolean =>
  request.state === 'approved' &&
  !request.decision?.undone &&
  !request.decision?.over &&
  (request.decision?.ends == null || Date.parse(request.decision.ends) > now);

const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
