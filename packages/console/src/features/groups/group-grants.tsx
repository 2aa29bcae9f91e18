import type { Grant } from '@licet/contract';
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApplicationName, ApplicationSquare, useApplicationName } from '../../blocks/chips.tsx';
import { ChangeEndDialog, RevokeDialog } from '../../blocks/grant-dialogs.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { columnWords, grantsWords as words } from '../../blocks/words.ts';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { IconButton } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { KeyRoundIcon } from '../../ui/icon.tsx';
import { CalendarClockIcon, EllipsisIcon, ExternalLinkIcon, HistoryIcon, IdCardIcon, XIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import '../../blocks/entity-page.css';
import { Breakable } from '../../blocks/breakable.tsx';
import { GrantEnd } from '../../blocks/grants/grant-cells.tsx';
import { recordedActor, recordedText } from '../../blocks/recorded.ts';
import { givenTitle } from '../../blocks/roles.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Time } from '../../ui/time.tsx';
import './groups.css';

export interface GroupGrantsProps {
  group: { id: string; name: string };
  /** Whether to show ended grants instead of those in force. */
  showEnded: boolean;
  onShowEnded: (showEnded: boolean) => void;
}

/** A grant and the action that the user chose for it. */
interface GrantAction {
  grant: Grant;
  to: 'end' | 'revoke';
}

/** The direct grants of a group in all applications, with buttons to change or end them. */
export function GroupGrants({ group, showEnded, onShowEnded }: GroupGrantsProps): ReactNode {
  const { mayIn } = useMay();
  const [chosen, setChosen] = useState<GrantAction>();
  const query = useInfiniteQuery({
    queryKey: ['groups', 'one', group.id, 'grants', showEnded],
    queryFn: ({ signal, pageParam }) => {
      const paged = {
        state: showEnded ? 'expired,revoked' : standing,
        sort: '-starts',
        cursor: pageParam,
      } as const;
      return client.groups.grants({ params: { group: group.id }, query: paged, signal });
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
          label={words.table(group.name)}
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
              {showEnded ? words.nothingOverText : words.nothingGroup}
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

/** The grant states that a group's page lists by default: in force, and future. */
const standing = 'active,scheduled';

/** The number of grants in the `standing` states, so that the tab's count equals the number of rows. */
export const grantsCount = (group: string) =>
  queryOptions({
    queryKey: ['groups', 'one', group, 'grants', 'count'],
    queryFn: ({ signal }) => client.groups.grants({ params: { group }, query: { state: standing, limit: 1 }, signal }),
  });

/** The columns of grants across applications. The page already shows the holder, so there is no column for it. */
const grantColumns = (): readonly Column<Grant>[] => [
  { id: 'gives', head: columnWords.gives, fold: 1, cell: (grant) => <Gives grant={grant} /> },
  {
    id: 'application',
    head: columnWords.application,
    fold: 3,
    cell: ({ application, id }) => (
      <span className="who">
        <ApplicationSquare application={{ id: application, name: application }} />
        <PlainLink to="/applications/$application" params={{ application }} search={{ tab: 'grants', open: id }}>
          <ApplicationName id={application} />
        </PlainLink>
      </span>
    ),
  },
  { id: 'ends', head: columnWords.ends, fold: 4, cell: (grant) => <GrantEnd grant={grant} /> },
  {
    id: 'by',
    head: columnWords.grantedBy,
    cell: ({ grantedBy, starts }) => (
      <span className="text-muted nowrap">
        {recordedActor(grantedBy)}, <Time at={starts} />
      </span>
    ),
  },
  {
    id: 'reason',
    head: columnWords.reason,
    cell: ({ reason }) =>
      reason === '' ? (
        <span className="text-faint">{columnWords.none}</span>
      ) : (
        <span className="ellipsis text-muted">{recordedText(reason)}</span>
      ),
  },
];

function Gives({ grant: { application, gives } }: { grant: Grant }): ReactNode {
  const Icon = gives.kind === 'role' ? IdCardIcon : KeyRoundIcon;
  return (
    <span className="grant-gives" title={givenTitle(application, gives) || undefined}>
      <Icon />
      <span className={gives.kind === 'role' ? undefined : 'identifier'}>
        <Breakable text={gives.name} />
      </span>
    </span>
  );
}
