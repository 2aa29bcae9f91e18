import { ApiError } from '@licet/contract/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import type { Option } from '../../ui/option-list.tsx';
import { type FoundOption, groupOption, optionOf, permissionOption, personOption, roleOption } from '../find.ts';
import { everyPage } from '../use-list.ts';

/** The holders of the new grants, and the role or permission to grant, by id. Several ids are separated by commas. */
export interface GrantsFor {
  readonly to?: string | undefined;
  readonly toGroup?: string | undefined;
  readonly toProgram?: string | undefined;
  readonly role?: string | undefined;
  readonly permission?: string | undefined;
}

/** The values that the address of "Grant access" fills in. */
export interface GrantPrefill {
  to: readonly FoundOption[];
  kind: 'role' | 'permission';
  gives: Option | null;
}

const CANDIDATES = 200;
const MOST = 20_000;

/** Reads the names for the ids in the address. Leaves out unknown ids. */
export const prefillQuery = (application: string, { to, toGroup, toProgram, role, permission }: GrantsFor) =>
  queryOptions({
    queryKey: ['applications', application, 'prefill', to, toGroup, toProgram, role, permission],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<GrantPrefill> => {
      const people = idsOf(to).map(async (user) => personOption(await client.users.get({ params: { user } })));
      const groups = idsOf(toGroup).map(async (group) => groupOption(await client.groups.get({ params: { group } })));
      const programs = idsOf(toProgram).map((id) => programOf(application, id));
      const [principals, given] = await Promise.all([
        Promise.all([...groups, ...people, ...programs].map(quietly)),
        quietly(gives(application, role, permission)),
      ]);
      return {
        to: principals.filter((found) => found !== null),
        kind: permission === undefined ? 'role' : 'permission',
        gives: given,
      };
    },
  });

const idsOf = (ids: string | undefined): string[] => (ids ?? '').split(',').filter((id) => id !== '');

async function programOf(application: string, id: string): Promise<FoundOption | null> {
  const { items } = await client.clients.list({ params: { application } });
  const found = items.find((program) => program.id === id && program.kind === 'service');
  return found ? optionOf({ kind: 'client', id, name: found.name, detail: application, application }) : null;
}

async function gives(
  application: string,
  role: string | undefined,
  permission: string | undefined,
): Promise<Option | null> {
  if (role !== undefined) return roleOption(await client.roles.get({ params: { application, role } }));
  if (permission === undefined) return null;
  const { items } = await everyPage(
    (cursor) => client.permissions.list({ params: { application }, query: { cursor, limit: CANDIDATES } }),
    MOST,
  );
  const found = items.find(({ id }) => id === permission);
  return found ? permissionOption(found) : null;
}

/**
 * Error codes for ids that are left out: the object is deleted or hidden, or the id is invalid. Other errors are
 * thrown, so the form is not shown.
 */
const leftOut = new Set(['not_found', 'forbidden', 'invalid_request']);

function quietly<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((thrown: unknown) => {
    if (thrown instanceof ApiError && leftOut.has(thrown.problem.code)) return null;
    throw thrown;
  });
}
