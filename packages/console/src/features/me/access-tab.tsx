import type { AccessItem, AccessSummary, Ref } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { ApplicationSquare } from '../../blocks/chips.tsx';
import { PageBody } from '../../shell/page.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ChevronDownIcon, ChevronRightIcon, IdCardIcon } from '../../ui/icons.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Tag, Tags } from '../../ui/who.tsx';
import { myAccess, myAccessIn } from './queries.ts';
import { words } from './words.ts';
import './me.css';
import { PathList } from '../../blocks/path-list.tsx';
import { permissionTitle, roleTitle } from '../../blocks/roles.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useTyped } from '../../blocks/typed-search.ts';
import { Callout } from '../../ui/callout.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table-model.ts';

const SEARCH_FROM = 12;

/** The viewer's roles and permissions in one application, each with its paths. */
function AccessIn({ application, admin }: { application: Ref; admin: boolean }): ReactNode {
  const [q, setQ] = useState('');
  const [text, setText] = useTyped(q, (typed) => setQ(typed.trim()));
  const query = useInfiniteQuery(myAccessIn(application.id, q));
  const first = query.data?.pages[0];
  const items = query.data?.pages.flatMap((page) =>
    page.permissions.items.map((item) => ({ ...item, title: permissionTitle(application.id, item) })),
  );
  if (query.error && !first) return <ErrorState small error={query.error} onRetry={() => void query.refetch()} />;
  const searchable = q !== '' || text !== '' || (first?.permissions.total ?? 0) > SEARCH_FROM;
  return (
    <div className="me-access-in">
      {admin && <Callout icon={IdCardIcon}>{words.adminText}</Callout>}
      {first && first.roles.length > 0 && (
        <DataTable inline label={words.role} columns={roleColumns} rows={first.roles} rowId={rowId} />
      )}
      {searchable && <SearchField label={words.find} value={text} onChange={setText} />}
      <DataTable
        inline
        label={words.permission}
        columns={permissionColumns}
        rows={items}
        rowId={rowId}
        busy={query.isPlaceholderData}
        skeletonRows={4}
        empty={<p className="text-faint">{q === '' ? words.noPermissions : words.noMatch}</p>}
      />
      <ShowMore query={query} />
    </div>
  );
}

const rowId = (item: AccessItem) => item.id;

const comesBy: Column<AccessItem> = {
  id: 'by',
  head: words.comesBy,
  fold: 3,
  cell: (item) => <PathList paths={item.paths} count={item.pathCount} most={4} />,
};

const ends: Column<AccessItem> = {
  id: 'ends',
  head: words.ends,
  fold: 2,
  width: '9rem',
  cell: (item) => <EndsAt at={lastEnd(item)} />,
};

const roleColumns: readonly Column<AccessItem>[] = [
  { id: 'role', head: words.role, fold: 1, width: '34%', cell: nameAndTitle },
  comesBy,
  ends,
];

const permissionColumns: readonly Column<AccessItem>[] = [
  { id: 'permission', head: words.permission, fold: 1, width: '34%', cell: permissionAndTitle },
  comesBy,
  ends,
];

function nameAndTitle({ name, title }: AccessItem): ReactNode {
  return (
    <span>
      {name} <span className="text-faint small">{roleTitle({ name, title })}</span>
    </span>
  );
}

function permissionAndTitle({ name, title }: AccessItem): ReactNode {
  return (
    <span>
      <code className="identifier">{name}</code> <span className="text-faint small">{title}</span>
    </span>
  );
}

/** The latest expiry among the paths; null if a path does not expire, or if some paths are not listed. */
function lastEnd({ paths, pathCount }: AccessItem): string | null {
  const all = paths.map((path) => path.ends);
  if (pathCount > paths.length || all.some((end) => end === null)) return null;
  return all.reduce<string | null>((last, end) => (end !== null && (last === null || end > last) ? end : last), null);
}

const route = getRouteApi('/signed-in/me');

/**
 * The viewer's access, with a line for each application. A line expands to all roles and permissions with their paths.
 */
export function AccessTab(): ReactNode {
  const { data, error, refetch } = useQuery(myAccess);
  const [address, change] = useAddress(route);
  const items = data?.items;
  const open = address.application ?? (items?.length === 1 ? items[0]?.application.id : undefined);
  const toggle = (id: string) => change({ application: open === id ? undefined : id }, true);

  if (!items) {
    return (
      <PageBody>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />}</PageBody>
    );
  }
  if (items.length === 0) {
    return (
      <PageBody>
        <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
      </PageBody>
    );
  }
  return (
    <PageBody>
      <p className="text-muted me-lead">{words.accessLead}</p>
      <div className="me-access">
        {items.map((summary) => (
          <AccessOf
            key={summary.application.id}
            summary={summary}
            open={open === summary.application.id}
            onToggle={() => toggle(summary.application.id)}
          />
        ))}
      </div>
    </PageBody>
  );
}

function AccessOf({
  summary,
  open,
  onToggle,
}: {
  summary: AccessSummary;
  open: boolean;
  onToggle: () => void;
}): ReactNode {
  const { application, admin, roles, permissions, changesAt, tokenBytes } = summary;
  const contentId = useId();
  return (
    <section className="me-application" aria-label={application.name}>
      <h2>
        <button type="button" className="me-toggle" aria-expanded={open} aria-controls={contentId} onClick={onToggle}>
          {open ? <ChevronDownIcon small /> : <ChevronRightIcon small />}
          <ApplicationSquare application={application} />
          <span>{application.name}</span>
          <span className="text-faint me-count">{admin ? words.everything : words.permissions(permissions)}</span>
          <span className="me-end">
            <span className="hide-on-phone">
              <Tags>
                {roles.slice(0, 3).map((role) => (
                  <Tag key={role.id} icon={IdCardIcon}>
                    {role.name}
                  </Tag>
                ))}
              </Tags>
            </span>
            {changesAt !== null && (
              <span className="text-muted small hide-on-phone">
                {words.changes} <Time at={changesAt} />
              </span>
            )}
            <span className="text-faint small hide-on-phone">{words.token(sizeOf(tokenBytes))}</span>
          </span>
        </button>
      </h2>
      <div id={contentId} hidden={!open}>
        {open && <AccessIn application={application} admin={admin} />}
      </div>
    </section>
  );
}

const sizeOf = (bytes: number): string => `${formatNumber(bytes / 1024, { maximumFractionDigits: 1 })} kB`;
