import { limits } from '@licet/contract';
import type { TokenAccess } from '../../store/access/effective.ts';

/**
 * Reads a principal's access in an application, now or at a future instant; undefined if the application does not
 * exist.
 */
export type ReadAccess = (at?: string) => Promise<TokenAccess | undefined>;

/**
 * The access that a token issued now carries; undefined if the application does not exist. Shortly before a grant starts or ends, it is
 * the access that holds both before and after. Such a token outlives that moment; otherwise every tab would refresh repeatedly until
 * then.
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

/** The number of starts and ends in the window that are bridged in this way. With more of them, the token ends at the next one. */
const turns = 5;

const soon = ({ changesAt }: TokenAccess, until: number) => changesAt !== null && Date.parse(changesAt) <= until;

const both = (one: readonly string[], other: readonly string[]) => {
  const others = new Set(other);
  return one.filter((name) => others.has(name));
};
