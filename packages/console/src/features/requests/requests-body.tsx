import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { ShowMore, type ShowMoreProps } from '../../blocks/show-more.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { InboxIcon, PlusIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { View } from './address.ts';
import { RequestList, RequestListSkeleton } from './request-list.tsx';
import { words } from './words.ts';
import './requests-body.css';

export interface RequestsBodyProps {
  view: View | undefined;
  query: ShowMoreProps['query'] & { error: unknown; refetch: () => unknown };
  rows: readonly AccessRequest[] | undefined;
  shown: string | undefined;
}

/** The list at the left: loading, failed, empty, or its lines. */
export function RequestsBody({ view, query, rows, shown }: RequestsBodyProps): ReactNode {
  return <div className="body">{contentOf({ view, query, rows, shown })}</div>;
}

function contentOf({ view, query, rows, shown }: RequestsBodyProps): ReactNode {
  if (query.error && rows === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (view === undefined || rows === undefined) return <RequestListSkeleton />;
  if (rows.length === 0) return <Nothing view={view} />;
  return (
    <>
      <RequestList view={view} rows={rows} shown={shown} />
      <ShowMore query={query} />
      {view === 'waiting' && <p className="text-faint small request-note">{words.lapses}</p>}
    </>
  );
}

function Nothing({ view }: { view: View }): ReactNode {
  const { title, text } = words.empty[view];
  const now = useAsOf() === undefined;
  return (
    <EmptyState
      icon={InboxIcon}
      title={title}
      action={
        view === 'mine' && now ? (
          <ButtonLink icon={PlusIcon} to="/requests" search={{ view, add: '1' }} activeProps={{}}>
            {words.askFirst}
          </ButtonLink>
        ) : undefined
      }
    >
      {text}
    </EmptyState>
  );
}
