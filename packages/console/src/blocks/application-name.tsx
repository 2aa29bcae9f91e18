import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';

/** One application. */
export const applicationById = (application: string) =>
  queryOptions({
    queryKey: ['applications', application],
    queryFn: ({ signal }) => client.applications.get({ params: { application }, signal }),
  });

/** What people call an application; its identifier until that is known, or where the viewer may not see it. */
export function useApplicationName(id: string): string {
  return useQuery({ ...applicationById(id), staleTime: 60_000 }).data?.name ?? id;
}

/** The name of an application, in a sentence or a cell. */
export function ApplicationName({ id }: { id: string }): ReactNode {
  return useApplicationName(id);
}
