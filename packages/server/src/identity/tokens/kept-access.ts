import { limits } from '@licet/contract';
import { type NewestAccess, type TokenAccess, tokenAccessNow } from '../../store/access/effective.ts';
import type { Database } from '../../store/kernel/database.ts';
import type { Head } from '../../store/kernel/snapshot.ts';

/** The subject of a token: a user or a program, in an application. */
export interface Holder {
  readonly kind: 'user' | 'program';
  readonly sub: string;
  /** The identifier of the application. */
  readonly application: string;
}

/**
 * The last computed access of users and programs in this process. It depends only on the recorded facts and the instant, so it stays
 * valid until the next change, or until a grant starts or ends. The statement that reads the request also reads the change number and the
 * instant, so an answer is never older than its request.
 */
export interface KeptAccess {
  /**
   * Returns the holder's access at the change that the request has already read, or at a later one. It comes from memory
   * or is computed. `clock` is always the time at which the request was read, and dates the token. So a later
   * revocation of the request's code or session also revokes the token.
   * @param read the access, if the request has already read it
   * @returns undefined if the application does not exist
   */
  read(holder: Holder, moment: Head, read?: NewestAccess): Promise<TokenAccess | undefined>;
  /**
   * Whether the last lookup for a user was answered from memory. If true, the next lookup probably is, too. If false, it is cheaper to
   * read the access together with the rest of the request.
   */
  readonly likely: () => boolean;
}

/** Creates an empty cache. `most` limits its size, in estimated bytes. */
export function keepAccess(database: Database, most = 16 * 1024 * 1024): KeptAccess {
  // Ordered by use: the first entry was used least recently.
  const kept = new Map<string, NewestAccess>();
  let bytes = 0;
  let likely = false;
  const remove = (name: string, access: NewestAccess) => {
    kept.delete(name);
    bytes -= sizeOf(access);
  };
  const keep = (name: string, access: NewestAccess) => {
    const before = kept.get(name);
    if (before) remove(name, before);
    if (access.head === null || sizeOf(access) > most) return;
    kept.set(name, access);
    bytes += sizeOf(access);
    for (const [oldest, its] of kept) {
      if (bytes <= most) break;
      remove(oldest, its);
    }
  };
  return {
    likely: () => likely,
    read: async ({ kind, sub, application }, moment, read) => {
      const name = `${sub} ${application}`;
      const before = kept.get(name);
      const holds = before !== undefined && stillHolds(before, moment);
      if (kind === 'user') likely = holds;
      if (holds) {
        kept.delete(name);
        kept.set(name, before);
        return { ...before, at: moment.at, clock: moment.clock };
      }
      const access = read ?? (await tokenAccessNow(database, sub, application));
      if (access) keep(name, access);
      return access && { ...access, clock: moment.clock };
    },
  };
}

/** Instants are compared as text: both are ISO 8601 in UTC with microseconds. */
function stillHolds({ ver, head, at, changesAt }: NewestAccess, moment: Head): boolean {
  const sameFacts = head === moment.head && ver === moment.no;
  // `at` is compared as well: if a clock was set back, the cached access may contain a grant that has not started yet.
  return sameFacts && at <= moment.at && (changesAt === null || moment.at < changesAt);
}

/** Bytes, roughly: a short text takes about 24 bytes besides its characters, and an entry about 500. */
function sizeOf({ roles, permissions }: TokenAccess): number {
  const names = [...roles, ...permissions];
  return names.reduce((sum, name) => sum + 24 + 2 * name.length, 500);
}

/**
 * Reads a principal's access in an application, now or at a future instant; undefined if the application does not
 * exist.
 */
export type ReadAccess = (at?: string) => Promise<TokenAccess | undefined>;

/**
 * Returns the access for a token issued now; undefined if the application does not exist. Shortly before a grant starts
 * or ends, this is only the access that the holder has both before and after it. So the token can outlive that instant.
 * Otherwise every tab would refresh repeatedly until then.
 */
export async function stableAccess(read: ReadAccess): Promise<TokenAccess | undefined> {
  const first = await read();
  if (!first) return undefined;
  const until = Date.parse(first.at) + limits.changeWindow.value * 1000;
  let access = first;
  for (let turn = 0; turn < turns && soon(access, until); turn += 1) {
    const after = (await read(access.changesAt ?? access.at)) ?? nothing;
    access = {
      ...after,
      ver: first.ver,
      at: first.at,
      clock: first.clock,
      roles: both(access.roles, after.roles),
      permissions: both(access.permissions, after.permissions),
    };
  }
  return access;
}

const nothing: TokenAccess = { roles: [], permissions: [], ver: 0, at: '', clock: '', changesAt: null };

/**
 * The maximum number of starts and ends that one token can outlive in this way. If the window contains more, the token
 * expires at the next one.
 */
const turns = 5;

const soon = ({ changesAt }: TokenAccess, until: number) => changesAt !== null && Date.parse(changesAt) <= until;

const both = (one: readonly string[], other: readonly string[]) => {
  const others = new Set(other);
  return one.filter((name) => others.has(name));
};
