import { licetApplication, type Ref } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { Mark } from '../ui/brand.tsx';
import { PlainLink } from '../ui/links.tsx';
import { StatusTag } from '../ui/status.tsx';
import { SkeletonWords } from '../ui/until.tsx';
import { AppSquare, Who } from '../ui/who.tsx';
import { words } from './words.ts';

/** A person, with a link to their page. */
export function UserChip({ user, detail }: { user: Ref; detail?: ReactNode }): ReactNode {
  const name = (
    <PlainLink to="/users/$user" params={{ user: user.id }}>
      {user.name}
    </PlainLink>
  );
  return <Who of={user.name} name={name} {...(detail !== undefined && { detail })} />;
}

/** Whether the user has verified the e-mail address. */
export function VerifiedTag({ verified }: { verified: boolean }): ReactNode {
  return <StatusTag kind={verified ? 'yes' : 'waiting'}>{verified ? words.verified : words.notVerified}</StatusTag>;
}

/** One application. */
export const applicationById = (application: string) =>
  queryOptions({
    queryKey: ['applications', application],
    queryFn: ({ signal }) => client.applications.get({ params: { application }, signal }),
  });

const MOST_APPLICATIONS = 200;

/** The applications that the viewer may see, by name. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications', 'list', { sort: 'name', limit: MOST_APPLICATIONS }],
  queryFn: ({ signal }) => client.applications.list({ query: { sort: 'name', limit: MOST_APPLICATIONS }, signal }),
});

/**
 * The name of an application. Shows nothing while it loads, and the identifier if the viewer may not see the
 * application. One call returns the names for a whole list; only organisations with very many applications need further
 * calls.
 */
export function useApplicationName(id: string | null): string | null {
  const list = useQuery({ ...applicationsQuery, enabled: id !== null, staleTime: 60_000 });
  const listed = list.data?.items.find((application) => application.id === id);
  const beyond = id !== null && !listed && (list.isError || (list.data !== undefined && list.data.next !== null));
  const one = useQuery({ ...applicationById(id ?? ''), enabled: beyond, staleTime: 60_000 });
  return list.isLoading || one.isLoading ? null : (listed?.name ?? one.data?.name ?? id);
}

/** The name of an application, in a sentence or a cell. */
export function ApplicationName({ id }: { id: string }): ReactNode {
  const list = useQuery({ ...applicationsQuery, staleTime: 60_000 });
  const listed = list.data?.items.find((application) => application.id === id);
  return listed ? <bdi>{listed.name}</bdi> : <UnlistedName id={id} />;
}

// A separate component with a second query, because a list has hundreds of names and nearly all need only the first
// query.
function UnlistedName({ id }: { id: string }): ReactNode {
  const name = useApplicationName(id);
  // The identifier is about as long as the name.
  return name === null ? <SkeletonWords>{id}</SkeletonWords> : <bdi>{name}</bdi>;
}

/** An application's square: its letter, or the logo for Licet itself. */
export function ApplicationSquare({ application: { id, name } }: { application: Ref }): ReactNode {
  return <AppSquare name={name}>{id === licetApplication ? <Mark /> : undefined}</AppSquare>;
}
