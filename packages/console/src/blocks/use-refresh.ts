import { useQueryClient } from '@tanstack/react-query';

/** After a change: everything in sight is asked for again, since access, counts and lists follow from each other. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries();
}
