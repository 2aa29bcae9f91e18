import type { AccessItem, Ref } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PathList } from '../../blocks/path-list.tsx';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useTyped } from '../../blocks/typed-search.ts';
import { Callout } from '../../ui/callout.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt } from '../../ui/time.tsx';
import { myAccessIn } from './queries.ts';
import { words } from './words.ts';
import './access-in.css';

const SEARCH_FROM = 12;

/** My roles and permissions in one application, with the ways each comes by. */
export function AccessIn({ application, admin }: { application: Ref; admin: boolean }): ReactNode {
  const [q, setQ] = useState('');
  const [text, setText] = useTyped(q, (typed) => setQ(typed.trim()));
  const query = useInfiniteQuery(myAccessIn(application.id, q));
  const first = query.data?.pages[0];
  const items = query.data?.pages.flatMap((page) => page.permissions.items);
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
      {name} <span className="text-faint small">{title}</span>
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

/** It ends when its last way ends; one way without an end keeps it. */
function lastEnd({ paths, pathCount }: AccessItem): string | null {
  const all = paths.map((path) => path.ends);
  if (pathCount > paths.length || all.some((end) => end === null)) return null;
  return all.reduce<string | null>((last, end) => (end !== null && (last === null || end > last) ? end : last), null);
}
