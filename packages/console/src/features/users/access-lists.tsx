import { searchFilter, type User } from '@licet/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { ApplicationName, ApplicationSquare } from '../../blocks/chips.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { countText } from '../../blocks/use-list.ts';
import { classNames } from '../../ui/class-names.ts';
import { EndsIcon, KeyRoundIcon, LockIcon } from '../../ui/icon.tsx';
import { CircleDashedIcon, HistoryIcon } from '../../ui/icons.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { type AccessRow, byApplication, rowOfGrant } from './access-rows.ts';
import { AccessSection } from './access-section.tsx';
import { AccessTable, type AccessTableProps } from './access-table.tsx';
import { type DirectGrantsOf, useEnding, useUnused, type WholeList } from './access-views.ts';
import { userAccess, userAccessIn, userGrants } from './queries.ts';
import { accessWords as words } from './words.ts';

const OPEN_UP_TO = 3;
const NONE: readonly string[] = [];

interface ListProps extends Pick<AccessTableProps, 'columns' | 'onOpen' | 'openId'> {
  user: User;
  q: string;
}

interface EverythingProps extends ListProps {
  direct: DirectGrantsOf;
  /** The expanded applications; undefined to expand the first few. */
  open: readonly string[] | undefined;
  onSections: (applications: readonly string[]) => void;
}

/** All permissions of a user, in a section for each application. */
export function Everything({ direct, open, onSections, ...list }: EverythingProps): ReactNode {
  const { user, columns, q } = list;
  const summaries = useQuery(userAccess(user.id));
  const items = summaries.data?.items;
  const shown = open ?? items?.slice(0, OPEN_UP_TO).map((item) => item.application.id) ?? NONE;
  useSectionsEarly(user.id, shown, q);
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const onLoaded = useCallback((application: string) => setLoaded((before) => new Set(before).add(application)), []);
  if (summaries.error && items === undefined) {
    return (
      <div className="body">
        <ErrorState error={summaries.error} onRetry={() => void summaries.refetch()} />
      </div>
    );
  }
  if (items === undefined || !direct.isFetched) {
    return (
      <div className="body padded">
        <SkeletonLines lines={6} />
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <div className="body">
        <EmptyState icon={LockIcon} title={words.empty}>
          {user.status === 'suspended' ? words.emptySuspended : words.emptyText(user.name)}
        </EmptyState>
      </div>
    );
  }
  const toggle = (id: string) =>
    onSections(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]);
  // Hide what is below a section that is still loading, since it would move down when the section has loaded.
  const waiting = items.findIndex(({ application: { id } }) => shown.includes(id) && !loaded.has(id));
  return (
    <div className="body access access-sections wide-table">
      <table className="table tight access-columns" aria-hidden="true">
        <thead>
          <tr>
            {columns.map(({ id, head, width, end, spare }) => (
              <th key={id} style={{ width }} className={classNames(end && 'numeric', spare && 'spare')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
      </table>
      {items.map((summary, index) => (
        <AccessSection
          key={summary.application.id}
          {...list}
          summary={summary}
          direct={direct.byId}
          open={shown.includes(summary.application.id)}
          onToggle={() => toggle(summary.application.id)}
          hidden={waiting !== -1 && index > waiting}
          onLoaded={onLoaded}
        />
      ))}
    </div>
  );
}

/** Loads the open sections while the direct grants are still loading, which their lines need too. */
function useSectionsEarly(user: string, applications: readonly string[], q: string): void {
  const queryClient = useQueryClient();
  const first = useEffectEvent(() => {
    for (const application of applications)
      void queryClient.prefetchInfiniteQuery(userAccessIn(user, application, q)).catch(() => undefined);
  });
  const isKnown = applications.length > 0;
  useEffect(() => {
    if (isKnown) first();
  }, [isKnown]);
}

/** The grants that the user holds directly: those that are in force or will be, or those that have ended. */
export function DirectGrants({ user, ended, q, ...table }: ListProps & { ended: boolean }): ReactNode {
  const query = useInfiniteQuery(userGrants(user.id, ended, q));
  const rows = query.data?.pages.flatMap((page) => page.items.map(rowOfGrant));
  const nothing = ended ? words.noneEnded : words.noneDirect;
  return (
    <Grouped
      {...table}
      label={words.grantsTable(user.name)}
      rows={rows}
      busy={query.isPlaceholderData}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={
        <EmptyState icon={ended ? HistoryIcon : KeyRoundIcon} title={q === '' ? nothing.title : words.noneFit}>
          {q === '' && nothing.text}
        </EmptyState>
      }
      foot={<ShowMore query={query} />}
    />
  );
}

/** The access that the user loses within seven days. */
export function Ending({ user, direct, q, ...table }: ListProps & { direct: DirectGrantsOf['byId'] }): ReactNode {
  const list = useEnding(user, direct);
  return (
    <Grouped
      {...table}
      {...found(list, q)}
      label={words.endingTable(user.name)}
      empty={
        <EmptyState icon={EndsIcon} title={isSearch(list, q) ? words.noneFit : words.noneEnding.title}>
          {!isSearch(list, q) && words.noneEnding.text}
        </EmptyState>
      }
      foot={list.more && <p className="access-none text-faint small">{words.onlyFirst}</p>}
    />
  );
}

/** The direct grants that have not been used for a quarter of a year. */
export function Unused({ user, q, ...table }: ListProps): ReactNode {
  const list = useUnused(user);
  const nothing = list.isKnown ? words.noneUnused : words.unknownUse;
  return (
    <Grouped
      {...table}
      {...found(list, q)}
      label={words.unusedTable(user.name)}
      empty={
        <EmptyState icon={CircleDashedIcon} title={isSearch(list, q) ? words.noneFit : nothing.title}>
          {!isSearch(list, q) && nothing.text}
        </EmptyState>
      }
      foot={list.more && <p className="access-none text-faint small">{words.onlyFirst}</p>}
    />
  );
}

/** The entries of a whole list that match a search. */
function found({ rows, error, retry }: WholeList, q: string) {
  const fits = searchFilter(q);
  return {
    rows: rows?.filter(({ item }) => fits(item.name) || fits(item.title)),
    error,
    onRetry: retry,
  };
}

/** Whether a list is empty only because of the search. */
const isSearch = ({ rows }: WholeList, q: string): boolean => q !== '' && rows !== undefined && rows.length > 0;

/** A table with a heading for each application. */
function Grouped({ rows, foot, ...table }: AccessTableProps & { foot: ReactNode }): ReactNode {
  const sorted = rows && byApplication(rows);
  return (
    <div className="body access wide-table">
      <AccessTable
        {...table}
        inline
        rows={sorted}
        skeletonRows={3}
        groupOf={({ row: { application } }) => ({
          id: application,
          head: <GroupHead application={application} rows={sorted ?? []} />,
        })}
      />
      {foot}
    </div>
  );
}

function GroupHead({ application, rows }: { application: string; rows: readonly AccessRow[] }): ReactNode {
  return (
    <span className="access-group">
      <ApplicationSquare application={{ id: application, name: application }} />
      <span className="access-name">
        <ApplicationName id={application} />
      </span>
      <span className="text-faint">{countText(rows.filter((row) => row.application === application).length)}</span>
    </span>
  );
}
