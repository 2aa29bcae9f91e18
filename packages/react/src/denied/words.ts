import type { AccessRequest, Named, OwnDecision } from '@licet/client';

/** “You do not have the permission “Reports””: whatever the title is, a noun or what one does. */
export const titleOf = (decision: OwnDecision | undefined, permitted = false): string => {
  const title = decision?.permission.title ?? '';
  if (title === '' || title === decision?.permission.name)
    return permitted ? 'You may now do this' : 'You may not do this';
  return `You ${permitted ? 'now' : 'do not'} have the permission “${title}”`;
};

/** “The roles approver and controller bring it.” */
export const bringing = (roles: readonly Named[]): string => {
  if (roles.length === 0) return '';
  const shown = roles.slice(0, 3).map(({ name }) => name);
  if (roles.length > shown.length) shown.push(`${roles.length - shown.length} more`);
  return roles.length === 1 ? `The role ${shown[0]} brings it.` : `The roles ${list(shown, 'conjunction')} bring it.`;
};

/** “Chiara Benedetti or Kwame Boateng decides”. */
export const deciding = ({ deciders, deciderCount }: Pick<OwnDecision, 'deciders' | 'deciderCount'>): string => {
  const shown = deciders.slice(0, 2).map(({ name }) => name);
  const others = Math.max(deciderCount, deciders.length) - shown.length;
  if (shown.length === 0) return 'An administrator decides';
  if (others > 0) shown.push(others === 1 ? 'one other' : `${others} others`);
  return `${list(shown, 'disjunction')} decides`;
};

export const DURATIONS = [
  [7200, '2 hours'],
  [86_400, '1 day'],
  [604_800, '1 week'],
] as const;

/** “2 hours”, in the largest unit that comes out even. */
export const lasting = (seconds: number): string => {
  for (const [size, unit] of [
    [604_800, 'week'],
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const)
    if (seconds >= size && seconds % size === 0) return `${seconds / size} ${unit}${seconds === size ? '' : 's'}`;
  return `${Math.round(seconds / 60)} minutes`;
};

/** “2 min ago”. @param now milliseconds since the epoch */
export const ago = (instant: string, now: number): string => {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (!(minutes >= 1)) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / 1440);
  return days === 1 ? 'yesterday' : `${days} days ago`;
};

/** “17:00”, “tomorrow, 09:30”, “30 June”, “30 June 2025”: in the person's own zone. @param now milliseconds since the epoch */
export const moment = (instant: string, now: number): string => {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const days = Math.round((midnight(at) - midnight(new Date(now))) / 86_400_000);
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (days === 0) return clock;
  if (days === 1) return `tomorrow, ${clock}`;
  if (days === -1) return `yesterday, ${clock}`;
  const sameYear = at.getFullYear() === new Date(now).getFullYear();
  return at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
};

/** Whether an approved request should have brought the access by now and still holds. */
export const holds = (request: AccessRequest, now: number): boolean =>
  request.state === 'approved' && (request.decision?.ends == null || Date.parse(request.decision.ends) > now);

const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

const list = (names: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(names);
