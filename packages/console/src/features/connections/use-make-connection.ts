import type { Connection, newConnection } from '@licet/contract';
import type * as z from 'zod';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { showToast } from '../../ui/toast.tsx';

/** Makes a connection, says so, and goes on to it. */
export function useMakeConnection(onMade: (connection: Connection) => void, said: (name: string) => string) {
  const refresh = useRefresh();
  return async (body: z.input<typeof newConnection>): Promise<void> => {
    const made = await client.connections.create({ body });
    await refresh();
    showToast({ text: said(made.name) });
    onMade(made);
  };
}
