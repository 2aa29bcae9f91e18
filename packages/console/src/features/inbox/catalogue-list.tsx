import type { AskableRole } from '@licet/contract';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { lengthText } from '../../blocks/durations.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { client } from '../../session/client.ts';
import { formatList } from '../../ui/format.ts';
import { InboxIcon } from '../../ui/icon.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AppSquare } from '../../ui/who.tsx';
import { RequestListSkeleton } from './request-list.tsx';
import { catalogueWords as words } from './words.ts';
import './inbox.css';

const catalogueQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'catalogue', q],
    queryFn: ({ signal, pageParam }) =>
      client.requests.catalogue({
        query: { limit: 50, ...(q !== '' && { q }), ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/**
 * The roles and permissions that the viewer can request and does not have. Each links to the form. `role` is the id of
 * the selected one.
 */
export function CatalogueList({
  application,
  role,
}: {
  application?: string | undefined;
  role?: string | undefined;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const query = useInfiniteQuery(catalogueQuery(q));
  const rows = query.data?.pages.flatMap((page) => page.items);
  return (
    <div className="body">
      <div className="catalogue-search">
        <SearchField label={words.search} value={typed} onChange={setTyped} />
      </div>
      {query.error && rows === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <RequestListSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState icon={InboxIcon} title={q === '' ? words.none : words.notFound}>
          {q === '' ? words.noneText : words.notFoundText}
        </EmptyState>
      ) : (
        <>
          <ul className="request-list" aria-label={words.list}>
            {rows.map((row) => (
              <li key={row.role.id}>
                <PlainLink
                  to="/inbox"
                  search={{ view: 'catalogue', add: '1', application: row.application.id, role: row.role.name }}
                  activeProps={{}}
                  activeOptions={{ exact: true }}
                  aria-current={row.application.id === application && row.role.name === role ? 'true' : undefined}
                >
                  <AppSquare name={row.application.name} />
                  <Askable row={row} />
                </PlainLink>
              </li>
            ))}
          </ul>
          <ShowMore query={query} />
        </>
      )}
    </div>
  );
}

function Askable({ row }: { row: AskableRole }): ReactNode {
  const { role, application, longestSeconds, approvals, deciders, deciderCount, usualSeconds } = row;
  const others = deciderCount - deciders.length;
  const names = deciders.slice(0, 2).map(({ name }) => name);
  const rest = others + deciders.length - names.length;
  const listed = formatList(rest > 0 ? [...names, words.others(rest)] : names, 'or');
  return (
    <span className="grow">
      <span className="request-first">
        <b className="ellipsis">{role.title || role.name}</b>
      </span>
      <span className="request-what text-faint small">
        {application.name}
        {role.title !== '' && `, ${role.name}`}
        {longestSeconds !== null && `, ${words.atMost(lengthText(longestSeconds))}`}
      </span>
      <span className="request-what text-faint small">
        {names.length === 0 ? words.nobody : words.decides(listed, approvals)}
        {usualSeconds !== null && ` ${words.usually(lengthText(Math.max(60, usualSeconds)))}`}
      </span>
    </span>
  );
}
