import { type CutOff, limits } from '@licet/contract';
import type { Moment } from '../store/kernel/snapshot.ts';
import type { Loss } from '../store/live/losses.ts';
import type { Ended } from '../store/sign-in/cut-offs.ts';

/**
 * Returns the cut-offs for API servers: one for each change with losses up to `no`, in order. If there are too many
 * losses, returns one cut-off for all tokens.
 */
export function cutOffsOf(losses: readonly Loss[] | undefined, no: number): CutOff[] {
  if (!losses) return [{ ver: no, everyone: true }];
  const byChange = Map.groupBy(losses, ({ no }) => no);
  return [...byChange].sort(([one], [other]) => one - other).map(([ver, lost]) => cutOffOf(ver, lost));
}

/**
 * The cut-offs for ended sessions, and for users cut off by time. `iat` has whole seconds, so the cut-off of a user
 * does not cover the second in which it happened. Tokens of a new session in that second stay valid. Old tokens of that
 * second are refused by the cut-off of their session.
 */
export function cutOffsOfEnded(all: readonly Ended[], application: string): CutOff[] {
  const ended = all.filter((each) => each.application === null || each.application === application);
  const users = ended.filter(({ kind }) => kind === 'user');
  const sessions = ended.filter(({ kind }) => kind === 'session');
  const clients = ended.filter(({ kind }) => kind === 'client');
  const everyone = ended.filter(({ kind }) => kind === 'everyone');
  return [
    ...everyone.map(({ no, at }): CutOff => ({ ver: no, everyone: true, before: at })),
    ...users.map(({ id, no, at }): CutOff => ({ ver: no, users: [id], before: at - 1 })),
    // The cut-off of a client in a session that continues, or of a program. It refuses all tokens issued up to that time,
    // including those of that second.
    ...clients.map(
      ({ id, no, at }): CutOff => ({ ver: no, ...(uuid.test(id) ? { users: [id] } : { sessions: [id] }), before: at }),
    ),
    ...chunks(sessions).map(
      (some): CutOff => ({ ver: Math.max(...some.map(({ no }) => no)), sessions: some.map(({ id }) => id) }),
    ),
  ];
}

/**
 * Returns a doubt: the cut-offs to send when the lost access could not be determined. The first refuses all tokens
 * issued before the snapshot's clock. It comes first because API servers drop older cut-offs when they receive it. The
 * second refuses all tokens below the snapshot's change number.
 */
export const cutOffsInDoubt = ({ no, clock }: Moment): CutOff[] => [
  { ver: no, everyone: true, before: Math.floor(Date.parse(clock) / 1000) },
  { ver: no, everyone: true },
];

function cutOffOf(ver: number, lost: readonly Loss[]): CutOff {
  const valuesOf = (kind: Loss['kind']) => lost.filter((loss) => loss.kind === kind).map(({ value }) => value);
  const [users, roles, clients] = [valuesOf('user'), valuesOf('role'), valuesOf('client')];
  const everyone = users.length > usersNamed || lost.some(({ kind }) => kind === 'everyone');
  return {
    ver,
    ...(everyone ? { everyone } : { ...(users.length > 0 ? { users } : {}), ...(roles.length > 0 ? { roles } : {}) }),
    ...(clients.length > 0 ? { clients } : {}),
  };
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  const found: Item[][] = [];
  for (let start = 0; start < items.length; start += usersNamed) found.push(items.slice(start, start + usersNamed));
  return found;
}

/** If a change affects more users than this, all users are told to refresh. */
const usersNamed = 1000;

/** The seconds for which a cut-off can matter: the maximum age of a token, with a margin for clocks. */
export const cutOffLifetime = limits.accessTokenLifetime.value + 10;

/** A client's id; sessions have ids of another form. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
