import { useQueryClient } from '@tanstack/react-query';

/** After a change everything visible is refetched, since access, counts and lists depend on each other. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries();
}
