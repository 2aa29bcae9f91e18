import type { AccessItem, Ref, User } from '@licet/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { Breakable } from '../../blocks/breakable.tsx';
import { permissionTitle } from '../../blocks/roles.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { YesIcon } from '../../ui/icon.tsx';
import { PlainLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt } from '../../ui/time.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { accessWords as words } from './words.ts';
import './users.css';
import { PathList } from '../../blocks/path-list.tsx';

const FEW = 3;

/** The paths to a permission: the first few, and a button that shows the others. */
function Ways({ item }: { item: AccessItem }): ReactNode {
  const [all, setAll] = useState(false);
  const { paths, pathCount } = item;
  const hidden = pathCount - FEW;
  if (all || hidden <= 0) return <PathList paths={paths} count={pathCount} />;
  return (
    <>
      <PathList paths={paths.slice(0, FEW)} />
      <button type="button" className="link small ways-more" aria-expanded={false} onClick={() => setAll(true)}>
        {words.moreWays(hidden)}
      </button>
    </>
  );
}

interface AccessTableProps {
  user: User;
  application: Ref;
  items: readonly AccessItem[] | undefined;
  busy: boolean;
  /** The number of placeholder rows. */
  expected: number;
}

/** The permissions of a user in one application, each with its paths. */
export function AccessTable({ user, application, items, busy, expected }: AccessTableProps): ReactNode {
  const columns = useMemo(() => columnsFor(user.id, application.id), [user.id, application.id]);
  return (
    <DataTable
      label={words.table(application.name)}
      columns={columns}
      rows={items}
      rowId={rowId}
      busy={busy}
      skeletonRows={Math.max(expected, 1)}
      inline
    />
  );
}

const rowId = (item: AccessItem) => item.id;

function columnsFor(user: string, application: string): readonly Column<AccessItem>[] {
  return [
    {
      id: 'permission',
      head: words.permission,
      fold: 1,
      width: '38%',
      cell: (item) => (
        <span className="permitted-line">
          <span className="tone-yes">
            <YesIcon small />
            <VisuallyHidden>{words.permitted}</VisuallyHidden>
          </span>
          <span className="permission-lines">
            <PlainLink className="identifier" to="/explain" search={{ user, application, permission: item.name }}>
              <Breakable text={item.name} />
            </PlainLink>
            {item.title !== '' && (
              <span className="text-faint small ellipsis">{permissionTitle(application, item)}</span>
            )}
          </span>
        </span>
      ),
    },
    { id: 'by', head: words.comesBy, fold: 3, cell: (item) => <Ways item={item} /> },
    { id: 'ends', head: words.ends, fold: 2, width: '11rem', cell: (item) => <EndsAt at={endOfAccess(item)} /> },
  ];
}

/** Returns the latest expiry of the paths; null if a path does not expire, or if some paths are not listed. */
export function endOfAccess(item: Pick<AccessItem, 'paths' | 'pathCount'>): string | null {
  const ends = item.paths.map((path) => path.ends);
  if (item.pathCount > ends.length || ends.length === 0) return null;
  return ends.reduce((last, end) => (last === null || end === null ? null : later(last, end)));
}

function later(one: string, other: string): string {
  return Date.parse(one) >= Date.parse(other) ? one : other;
}
