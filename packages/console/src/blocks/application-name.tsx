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
export function useApplicationName(id: string): string;
export function useApplicationName(id: string | null): string | null;
export function useApplicationName(id: string | null): string | null {
  const known = useQuery({ ...applicationById(id ?? ''), enabled: id !== null, staleTime: 60_000 });
  return known.data?.name ?? id;
}

/** The name of an application, in a sentence or a cell. */
export function ApplicationName({ id }: { id: string }): ReactNode {
  return <bdi>{useApplicationName(id)}</bdi>;
}
