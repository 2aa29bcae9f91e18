import { useQueryClient } from '@tanstack/react-query';

/** Refetches all visible data after a change, because access, counts and lists depend on each other. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries();
}
