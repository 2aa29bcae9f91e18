import type { ReactNode } from 'react';
import { pathSteps, sinceOf } from '../../blocks/path-list.tsx';
import type { Tense } from '../../blocks/tense.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Path } from '../../ui/path.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Who } from '../../ui/who.tsx';
import { HolderActions, type MayEnd } from './holder-actions.tsx';
import { words } from './words.ts';
import './explain.css';
import type { AccessPath, Holder } from '@licet/contract';

/** A line of the table: a holder with the first path, a further path, or the number of paths not shown. */
export interface HolderRow {
  id: string;
  holder: Holder;
  kind: 'first' | 'also' | 'more';
  path: AccessPath | undefined;
  /** How many paths are not shown. */
  more: number;
}

const WAYS_SHOWN = 3;

/** The rows of the table: up to three paths per holder, then a row with the number of further paths. */
export function holderRows(holders: readonly Holder[]): HolderRow[] {
  return holders.flatMap((holder) => {
    const shown = holder.paths.slice(0, WAYS_SHOWN);
    const rows: HolderRow[] = shown.map((path, place) => ({
      id: `${holder.user.id} ${place}`,
      holder,
      kind: place === 0 ? 'first' : 'also',
      path,
      more: 0,
    }));
    const more = Math.max(holder.pathCount - shown.length, 0);
    if (rows.length === 0) return [{ id: `${holder.user.id} 0`, holder, kind: 'first', path: undefined, more }];
    return more === 0 ? rows : [...rows, { id: `${holder.user.id} more`, holder, kind: 'more', path: undefined, more }];
  });
}

interface ColumnsFor extends MayEnd {
  tense: Tense;
  /** Whether the application reports use. */
  isReported: boolean;
}

/** The columns: person, path, start, end, and for the present the last use and the actions. */
export function holderColumns({ tense, isReported, ...may }: ColumnsFor): readonly Column<HolderRow>[] {
  return [
    { id: 'person', head: words.columnPerson, fold: 1, width: '26%', cell: (row) => <PersonCell row={row} /> },
    { id: 'ways', head: words.columnWays[tense], fold: 3, skeleton: 180, cell: (row) => <WayCell row={row} /> },
    {
      id: 'since',
      head: words.columnSince,
      spare: 'first',
      width: '7rem',
      cell: ({ path }) => path && <Time at={sinceOf(path)} />,
    },
    {
      id: 'ends',
      head: words.columnEnds[tense],
      fold: 2,
      width: '9rem',
      cell: ({ path }) =>
        path && (tense === 'past' ? <Time at={path.ends} empty={words.noEnd} /> : <EndsAt at={path.ends} />),
    },
    ...(tense === 'now' && isReported
      ? [
          {
            id: 'used',
            head: words.columnUsed,
            spare: true,
            width: '7rem',
            cell: ({ kind, holder }: HolderRow) =>
              kind === 'first' && (
                <span className="text-muted nowrap">
                  <Time at={holder.lastUsed} empty={words.neverUsed} />
                </span>
              ),
          },
        ]
      : []),
    ...(tense === 'now' && (may.mayRevoke || may.mayRemove)
      ? [
          {
            id: 'actions',
            head: words.columnActions,
            end: true,
            fixed: true,
            width: '14rem',
            cell: (row: HolderRow) => <HolderActions row={row} {...may} />,
          },
        ]
      : []),
  ];
}

function PersonCell({ row: { holder, kind } }: { row: HolderRow }): ReactNode {
  if (kind !== 'first')
    return (
      <span className="text-faint small also">
        {kind === 'also' && (
          <>
            {words.andAlso} <bdi>{holder.user.name}</bdi>
          </>
        )}
      </span>
    );
  const { id, name, detail } = holder.user;
  return (
    <Who
      of={name}
      name={
        <PlainLink to="/users/$user" params={{ user: id }}>
          {name}
        </PlainLink>
      }
      detail={detail}
    />
  );
}

function WayCell({ row: { kind, path, more, holder } }: { row: HolderRow }): ReactNode {
  if (kind === 'more') return <span className="text-faint small">{words.moreWays(more)}</span>;
  if (path)
    return (
      <span className={kind === 'also' ? 'also-way' : undefined}>
        <Path steps={pathSteps(path)} />
      </span>
    );
  if (holder.tooManyPaths) return <span className="text-faint small">{words.tooManyWays}</span>;
  return holder.admin ? <Path steps={[{ kind: 'role', label: 'admin' }]} /> : null;
}

/** A holder as cells of the CSV file: id and name, first path, start, end, number of paths. */
export function holderCells({ user, paths, pathCount, admin, tooManyPaths }: Holder): string[] {
  const [first] = paths;
  return [
    user.detail ?? '',
    user.name,
    user.id,
    first ? pathText(first) : admin ? 'admin' : '',
    first ? sinceOf(first) : '',
    first?.ends ?? '',
    tooManyPaths ? words.tooManyWays : String(pathCount),
  ];
}

/** A path as text: "Finance leads > controller > approver". */
function pathText({ groups, roles, admin }: AccessPath): string {
  const stations = [...groups, ...roles].map(({ name }) => name);
  if (roles.length === 0) stations.push(admin ? 'admin' : 'granted directly');
  return stations.join(' > ');
}
