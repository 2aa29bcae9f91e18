import type { Connection, newConnection } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toast.tsx';

/** All providers and directories. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => client.connections.list({ signal }),
});

/** The state of a directory's synchronisation; refetched while a run is in progress. */
export const syncQuery = (connection: string) =>
  queryOptions({
    queryKey: ['connections', connection, 'sync'],
    queryFn: ({ signal }) => client.connections.syncState({ params: { connection }, signal }),
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? 2000 : 60_000),
  });

/**
 * The plan of a synchronisation, with its effects on access. Loads only on `refetch`: otherwise every change that a run
 * makes would read the directory again.
 */
export const syncPlanQuery = (connection: string) =>
  queryOptions({
    queryKey: ['connections', connection, 'sync-plan'],
    queryFn: ({ signal }) => client.connections.planSync({ params: { connection }, signal }),
    enabled: false,
    // Retry: a large job of another caller, or the preview of a dialog that was just closed, soon ends.
    retry: (failures, error) => failures < 3 && asProblem(error).code === 'busy',
    retryDelay: 2000,
    gcTime: 0,
  });

/** Whether the sign-in rules accept providers. */
export const providersTaken = queryOptions({
  queryKey: ['policy'],
  queryFn: ({ signal }) => client.policy.get({ signal }),
  select: ({ ways }) => ways.includes('provider'),
});

/** Creates a connection, shows a toast, and opens it. */
export function useMakeConnection(onCreated: (connection: Connection) => void, message: (name: string) => string) {
  const refresh = useRefresh();
  return async (body: z.input<typeof newConnection>): Promise<void> => {
    const created = await client.connections.create({ body });
    await refresh();
    showToast({ text: message(created.name) });
    onCreated(created);
  };
}
