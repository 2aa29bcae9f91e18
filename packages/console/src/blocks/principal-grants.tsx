import type { Grant } from '@licet/contract';
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { client } from '../session/client.ts';
import { useMay } from '../session/may.ts';
import { IconButton } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/choices.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { CalendarClockIcon, EllipsisIcon, ExternalLinkIcon, HistoryIcon, XIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { KeyRoundIcon } from '../ui/page-icons.tsx';
import { Tools } from '../ui/section.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { Column } from '../ui/table-model.ts';
import { useApplicationName } from './application-name.tsx';
import { grantColumns } from './grant-columns.tsx';
import { ChangeEndDialog, RevokeDialog } from './grant-dialogs.tsx';
import { ShowMore } from './show-more.tsx';
import { grantsWords as words } from './words.ts';
import './entity-page.css';

export interface PrincipalGrantsProps {
  kind: 'user' | 'group';
  principal: { id: string; name: string };
  /** Whether to show ended grants instead of those in force. */
  showEnded: boolean;
  onShowEnded: (showEnded: boolean) => void;
}

/** A grant and the action that the user chose for it. */
interface GrantAction {
  grant: Grant;
  to: 'end' | 'revoke';
}

/**
 * The direct grants of a principal in all applications: what, where and until when, with buttons to change or end them.
 */
export function PrincipalGrants({ kind, principal, showEnded, onShowEnded }: PrincipalGrantsProps): ReactNode {
  const { mayIn } = useMay();
  const [chosen, setChosen] = useState<GrantAction>();
  const query = useInfiniteQuery({
    queryKey: [`${kind}s`, 'one', principal.id, 'grants', showEnded],
    queryFn: ({ signal, pageParam }) => {
      const paged = {
        state: showEnded ? 'expired,revoked' : standing,
        sort: '-starts',
        cursor: pageParam,
      } as const;
      return kind === 'user'
        ? client.users.grants({ params: { user: principal.id }, query: paged, signal })
        : client.groups.grants({ params: { group: principal.id }, query: paged, signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const rows = query.data?.pages.flatMap((page) => page.items);
  const actions: Column<Grant> = {
    id: 'actions',
    head: words.actions,
    end: true,
    fold: 2,
    width: '5rem',
    cell: (grant) =>
      mayIn('grants.manage', grant.application) && <GrantMenu grant={grant} onAsk={(to) => setChosen({ grant, to })} />,
  };
  return (
    <>
      <Tools>
        <SegmentedControl
          label={words.show}
          choices={[
            { value: 'now', label: words.now },
            { value: 'over', label: words.over },
          ]}
          value={showEnded ? 'over' : 'now'}
          onChange={(next) => onShowEnded(next === 'over')}
        />
      </Tools>
      <div className="body wide-table">
        <DataTable
          inline
          label={words.table(principal.name)}
          columns={showEnded ? grantColumns() : [...grantColumns(), actions]}
          rows={rows}
          rowId={(grant) => grant.id}
          error={query.error}
          onRetry={() => void query.refetch()}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={showEnded ? HistoryIcon : KeyRoundIcon}
              title={showEnded ? words.nothingOver : words.nothing}
            >
              {showEnded ? words.nothingOverText : kind === 'user' ? words.nothingUser : words.nothingGroup}
            </EmptyState>
          }
        />
        <ShowMore query={query} />
      </div>
      {chosen?.to === 'end' && <ChangeEndDialog grant={chosen.grant} onClose={() => setChosen(undefined)} />}
      {chosen?.to === 'revoke' && <RevokeDialog grant={chosen.grant} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function GrantMenu({ grant, onAsk }: { grant: Grant; onAsk: (to: GrantAction['to']) => void }): ReactNode {
  const navigate = useNavigate();
  const application = useApplicationName(grant.application);
  const label = words.menu(grant.gives.name);
  const open = () =>
    void navigate({
      to: '/applications/$application',
      params: { application: grant.application },
      search: { tab: 'grants', open: grant.id },
    });
  return (
    <Menu
      label={label}
      trigger={<IconButton small icon={EllipsisIcon} label={label} />}
      groups={[
        [
          { id: 'end', label: words.changeEnd, icon: CalendarClockIcon, onAction: () => onAsk('end') },
          { id: 'open', label: words.open(application ?? grant.application), icon: ExternalLinkIcon, onAction: open },
        ],
        [{ id: 'revoke', label: words.revoke, icon: XIcon, onAction: () => onAsk('revoke') }],
      ]}
    />
  );
}

/** The states that the page of a user or a group lists by default: in force, and future. */
const standing = 'active,scheduled';

/** The number of grants in these states, so that the tab's count equals the number of rows. */
export const grantsCount = (kind: 'user' | 'group', id: string) =>
  queryOptions({
    queryKey: [`${kind}s`, 'one', id, 'grants', 'count'],
    queryFn: ({ signal }) => {
      const query = { state: standing, limit: 1 } as const;
      return kind === 'user'
        ? client.users.grants({ params: { user: id }, query, signal })
        : client.groups.grants({ params: { group: id }, query, signal });
    },
  });
