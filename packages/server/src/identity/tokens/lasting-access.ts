import { limits } from '@licet/contract';
import type { TokenAccess } from '../../store/access/effective.ts';

/**
 * Reads a principal's access in an application, now or at a future instant; undefined if the application does not
 * exist.
 */
export type ReadAccess = (at?: string) => Promise<TokenAccess | undefined>;

/**
 * The access that a token issued now carries. Shortly before a start or an end it is what holds on both sides, so the
 * token outlives it: otherwise every tab would refresh repeatedly until that moment. Undefined if the application
 * does not exist.
 */
export async function lastingAccess(read: ReadAccess): Promise<TokenAccess | undefined> {
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

/** The number of starts and ends in the window to look past; then the token lives up to the next one. */
const turns = 5;

const soon = ({ changesAt }: TokenAccess, until: number) => changesAt !== null && Date.parse(changesAt) <= until;

const both = (one: readonly string[], other: readonly string[]) => {
  const others = new Set(other);
  return one.filter((name) => others.has(name));
};
