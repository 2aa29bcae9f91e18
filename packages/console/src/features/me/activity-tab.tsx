import type { SignIn } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserOf } from '../../blocks/browser.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { SignInOutcome } from '../../blocks/sign-in-outcome.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LogInIcon } from '../../ui/page-icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Time } from '../../ui/time.tsx';
import { mySignIns } from './queries.ts';
import { words } from './words.ts';
import './activity-tab.css';

/** My own sign-ins, latest first: somebody else's would stand here too. */
export function ActivityTab(): ReactNode {
  const query = useInfiniteQuery(mySignIns);
  return (
    <div className="body me-table">
      <DataTable
        inline
        label={words.tabs.activity}
        columns={columns}
        rows={query.data?.pages.flatMap((page) => page.items)}
        rowId={(row) => row.id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState icon={LogInIcon} title={words.noSignIns}>
            {words.noSignInsText}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
    </div>
  );
}

const columns: readonly Column<SignIn>[] = [
  {
    id: 'what',
    head: words.what,
    fold: 1,
    cell: (signIn) => <SignInOutcome signIn={signIn} />,
  },
  {
    id: 'client',
    head: words.application,
    fold: 3,
    cell: ({ client }) => <span className="text-muted">{client ?? '–'}</span>,
  },
  {
    id: 'browser',
    head: words.browser,
    cell: ({ agent }) => <span title={agent ?? undefined}>{browserOf(agent) ?? '–'}</span>,
  },
  { id: 'from', head: words.from, cell: ({ address }) => <span className="text-muted">{address ?? '–'}</span> },
  { id: 'when', head: words.when, fold: 2, end: true, cell: ({ at }) => <Time at={at} /> },
];
