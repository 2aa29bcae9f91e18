import type { AccessRequest, Named, OwnDecision, RequestStep } from '@licet/client';
import { daysUntil, spokenName } from './draft.ts';

type Kind = 'permission' | 'role';
type Deciders = Pick<OwnDecision, 'deciders' | 'deciderCount'>;

/** All texts of a refusal. Times are in ISO 8601; `now` is in milliseconds since the epoch. */
export const words = {
  language: 'en',
  /** For example “You do not have the permission “Reports””. The title of a permission can be a noun or a verb. */
  title: (decision: OwnDecision | undefined, permitted: boolean): string => {
    const title = decision?.permission.title ?? '';
    if (title === '' || title === decision?.permission.name)
      return permitted ? 'You may now do this' : 'You may not do this';
    return `You ${permitted ? 'now' : 'do not'} have the permission “${title}”`;
  },
  out: {
    'signed-out': 'You are not signed in',
    expired: 'Your sign-in has expired',
    malformed: 'Your sign-in cannot be read',
    loading: 'Loading your access',
    valid: '',
  },
  unreadable: 'Sign in again. If that does not help, tell the operator of this application.',
  signedOut: 'You have signed out.',
  signIn: 'Sign in',
  cannotBegin: 'The sign-in cannot start',
  /** Returns the message of a failed sign-in unchanged, because messages are in English. */
  because: (_code: unknown, said: string): string => said,
  goesOn: 'This page continues by itself.',
  close: 'Close',
  explained: 'Explained by Licet',
  reasons: 'All the reasons',
  /** The texts before and after the name, such as “It requires the role clerk on shop:berlin.”. */
  takes: (kind: Kind, on?: string): readonly [before: string, after: string] => [
    `It requires the ${kind} `,
    on === undefined ? '.' : ` on ${on}.`,
  ],
  incomplete: 'Your sign-in does not contain what you may do on each resource, so this cannot be checked here.',
  takesAccess: 'It requires access that you do not have.',
  unknown: 'The application’s catalogue does not contain it. Tell the operator of this application.',
  bringing: (roles: readonly Named[]): string => {
    if (roles.length === 0) return '';
    const shown = roles.slice(0, 3).map(({ name }) => name);
    if (roles.length > shown.length) shown.push(`${roles.length - shown.length} more`);
    return roles.length === 1
      ? `The role ${shown[0]} includes it.`
      : `The roles ${list(shown, 'conjunction')} include it.`;
  },
  heldUntil: (instant: string, now: number) => `You had it until ${moment(instant, now)}.`,
  works: (until: string | null | undefined, now: number) =>
    until == null ? 'It works from now on.' : `It works from now on, until ${moment(until, now)}.`,
  deciding: (decision: Deciders): string => deciding(decision),
  /** For example “2 hours”, in the largest unit without a remainder. */
  lasting: (seconds: number): string => duration(seconds),
  ask: 'Ask for access',
  why: 'Why',
  sayWhy: 'Say why you need it. The approver reads this.',
  asking: 'Asking…',
  notSent: 'The request was not sent. Try again.',
  notWithdrawn: 'The request was not withdrawn. Try again.',
  unread: 'Your access could not be loaded.',
  /** Says why a request, a comment or a withdrawal failed. Returns `otherwise` if the error has no text. */
  failed: (error: unknown, otherwise: string): string => failed(error, otherwise),
  tryAgain: 'Try again',
  asked: ({ askedAt, seconds }: AccessRequest, now: number) => `Asked ${ago(askedAt, now)}, for ${duration(seconds)}`,
  waits: (decision: Deciders | undefined) =>
    `${decision ? deciding(decision) : 'The request is waiting for a decision'}. The answer appears here. You can continue working.`,
  step: (place: number, all: number) => (all === 1 ? 'Approval' : `Step ${place} of ${all}`),
  standing: ({ given, needed }: Pick<RequestStep, 'given' | 'needed'>, since: string, now: number) =>
    `has ${given} of ${needed} ${needed === 1 ? 'approval' : 'approvals'}; it began ${ago(since, now)}.`,
  usually: (seconds: number) => `Half of the requests here are decided within ${roughly(seconds)}.`,
  comment: 'Comment',
  say: 'Send',
  who: (name: string) => who(name),
  saidAt: (instant: string, now: number) => ago(instant, now),
  withdraw: 'Withdraw the request',
  refused: ({ decision }: AccessRequest, now: number) =>
    `${decision?.by ? who(decision.by.name) : 'Somebody'} refused your request${decision ? ` ${ago(decision.at, now)}` : ''}`,
  askAgain: 'Ask again',
  approved: ({ decision }: AccessRequest, now: number) =>
    `${decision?.by ? who(decision.by.name) : 'Somebody'} approved it${decision?.ends == null ? '' : `, until ${moment(decision.ends, now)}`}`,
  onItsWay: 'This page updates by itself.',
};

const who = (name: string): string => spokenName(name, 'A person who was erased');

const deciding = ({ deciders, deciderCount }: Deciders): string => {
  const shown = deciders.slice(0, 2).map(({ name }) => name);
  const others = Math.max(deciderCount, deciders.length) - shown.length;
  if (shown.length === 0) return 'No one can decide yet: the application needs another owner';
  if (others > 0) shown.push(others === 1 ? 'one other' : `${others} others`);
  return `${list(shown, 'disjunction')} decides`;
};

export const duration = (seconds: number): string => {
  for (const [size, unit] of [
    [604_800, 'week'],
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const)
    if (seconds >= size && seconds % size === 0) return `${seconds / size} ${unit}${seconds === size ? '' : 's'}`;
  return `${Math.round(seconds / 60)} minutes`;
};

/** Returns an estimated duration in the largest unit that is precise enough, rounded up. */
const roughly = (seconds: number): string => {
  const unit = seconds > 172_800 ? 86_400 : seconds > 7200 ? 3600 : 60;
  return duration(Math.max(1, Math.ceil(seconds / unit)) * unit);
};

const ago = (instant: string, now: number): string => {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (!(minutes >= 1)) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / 1440);
  return days === 1 ? 'yesterday' : `${days} days ago`;
};

/** For example “17:00”, “tomorrow, 09:30”, “30 June” or “30 June 2025”, in the user's time zone. */
export const moment = (instant: string, now: number): string => {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const days = daysUntil(at, now);
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

const list = (names: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(names);

export const failed = (error: unknown, otherwise: string): string =>
  error instanceof Error && error.message !== '' ? error.message : otherwise;
