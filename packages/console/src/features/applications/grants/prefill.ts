import { ApiError } from '@licet/contract/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../session/client.ts';
import type { Option } from '../../../ui/option.ts';
import type { Address } from '../address.ts';
import { groupOption, type PrincipalOption, personOption, roleOption } from '../find-options.tsx';

/** What the address of "Add grant" fills in. */
export interface GrantPrefill {
  to: readonly PrincipalOption[];
  kind: 'role' | 'permission';
  gives: Option | null;
}

const CANDIDATES = 200;

/** Looks up by name what the address names by id; what it does not find it leaves out. */
export const prefillQuery = (application: string, { to, role, permission }: Address) =>
  queryOptions({
    queryKey: ['applications', application, 'prefill', to, role, permission],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<GrantPrefill> => {
      const ids = (to ?? '').split(',').filter((id) => id !== '');
      const [principals, given] = await Promise.all([
        Promise.all(ids.map((id) => quietly(principal(id)))),
        quietly(gives(application, role, permission)),
      ]);
      return {
        to: principals.filter((found) => found !== null),
        kind: permission === undefined ? 'role' : 'permission',
        gives: given,
      };
    },
  });

async function principal(id: string): Promise<PrincipalOption> {
  try {
    const user = await client.users.get({ params: { user: id } });
    return personOption({ ...user, detail: user.username });
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.problem.code !== 'not_found') throw thrown;
    return groupOption(await client.groups.get({ params: { group: id } }));
  }
}

async function gives(
  application: string,
  role: string | undefined,
  permission: string | undefined,
): Promise<Option | null> {
  if (role !== undefined) return roleOption(await client.roles.get({ params: { application, role } }));
  if (permission === undefined) return null;
  let cursor: string | undefined;
  do {
    const page = await client.permissions.list({ params: { application }, query: { cursor, limit: CANDIDATES } });
    const found = page.items.find(({ id }) => id === permission);
    if (found) return { id: found.id, label: found.name, detail: found.title || undefined, mono: true };
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return null;
}

function quietly<T>(work: Promise<T | null>): Promise<T | null> {
  return work.catch((thrown: unknown) => {
    if (thrown instanceof ApiError) return null;
    throw thrown;
  });
}
