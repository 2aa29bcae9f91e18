import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

/** A complete question about one user. */
export interface MayQuestion {
  application: string;
  user: string;
  permission: string;
  at?: string | undefined;
}

/** Whether a user has a permission, and why. */
export const decisionQuery = ({ application, user, permission, at }: MayQuestion) =>
  queryOptions({
    queryKey: ['access', 'decision', application, user, permission, at ?? 'now'],
    queryFn: ({ signal }) => client.access.decide({ params: { application }, query: { user, permission, at }, signal }),
    staleTime: 0,
    retry: false,
  });
