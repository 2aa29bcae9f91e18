import type { AccessRequest, Decision, Ref } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

const REQUESTS_READ = 20;
const ROLES_SHOWN = 3;

/** The requests that wait for the viewer in an application and match a user. */
const waitingQuery = (application: string, user: string) =>
  queryOptions({
    queryKey: ['requests', 'waiting', application, user],
    queryFn: ({ signal }) =>
      client.requests.list({ query: { view: 'waiting', application, q: user, limit: REQUESTS_READ }, signal }),
    retry: false,
  });

/**
 * The request of the user for a refused permission that waits for the viewer. Null if there is none, undefined while the
 * requests load.
 */
export function useWaitingRequest(decision: Decision | undefined): AccessRequest | null | undefined {
  const { application, permission, user, permitted } = decision ?? {};
  const mayWait = permitted === false && user?.kind === 'user' && permission?.known === true;
  const { data, isLoading } = useQuery({
    ...waitingQuery(application?.id ?? '', user?.detail ?? user?.name ?? ''),
    enabled: mayWait,
  });
  if (isLoading) return undefined;
  const roles = decision ? rolesOf(decision) : [];
  const found = data?.items.find(
    (request) =>
      request.user.id === user?.id &&
      (request.asks.name === permission?.name || roles.some(({ id }) => id === request.asks.id)),
  );
  return found ?? null;
}

/** The roles that include the permission: those that the user holds, or else those that would grant it. */
export function rolesOf({ paths, remedies }: Pick<Decision, 'paths' | 'remedies'>): Ref[] {
  const held = paths.flatMap(({ roles: [granted] }) => granted ?? []);
  const offered = remedies.filter(({ kind }) => kind === 'role').map(({ id, name }) => ({ id, name }));
  const all = new Map((held.length > 0 ? held : offered).map((role) => [role.id, role]));
  return [...all.values()].slice(0, ROLES_SHOWN);
}
