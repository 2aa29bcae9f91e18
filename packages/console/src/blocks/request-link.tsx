import type { AccessRequest } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../session/client.ts';
import { TextLink } from '../ui/links.tsx';
import { shortTime } from '../ui/time-words.ts';
import { spokenRequest } from './spoken.ts';
import { requestWords as words } from './words.ts';

const pathRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: async ({ signal }) => spokenRequest(await client.requests.get({ params: { request: id }, signal })),
    staleTime: 60_000,
  });

/** The request behind a grant: "Asked for on 21 Nov 2026, 14:24, approved by Chiara Benedetti", as a link. */
export function RequestLink({ id }: { id: string }): ReactNode {
  const { data, error } = useQuery(pathRequestQuery(id));
  // A viewer who may not see the request still sees that there was one.
  if (error) return words.byRequest;
  return (
    <TextLink to="/requests" search={{ request: id }}>
      {data ? told(data) : words.byRequest}
    </TextLink>
  );
}

function told({ askedAt, decision }: AccessRequest): string {
  const asked = words.asked(shortTime(new Date(askedAt)));
  return decision?.by ? `${asked}, ${words.approvedBy(decision.by.name)}` : asked;
}
