import type { ReactNode } from 'react';
import { pathSteps } from '../../blocks/path-list.tsx';
import type { Tense } from '../../blocks/tense.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Path } from '../../ui/path.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Who } from '../../ui/who.tsx';
import type { HolderRow } from './holder-rows.ts';
import { words } from './words.ts';
import './explain.css';

/** Person, comes by, since, ends. */
export const holderColumns: Readonly<Record<Tense, readonly Column<HolderRow>[]>> = {
  now: columns('now'),
  past: columns('past'),
  future: columns('future'),
};

function columns(tense: Tense): readonly Column<HolderRow>[] {
  return [
    { id: 'person', head: words.columnPerson, fold: 1, width: '17rem', cell: (row) => <PersonCell row={row} /> },
    { id: 'ways', head: words.columnWays[tense], fold: 3, skeleton: 180, cell: (row) => <WayCell row={row} /> },
    {
      id: 'since',
      head: words.columnSince,
      width: '9rem',
      cell: ({ path }) => path && <Time at={path.starts} />,
    },
    {
      id: 'ends',
      head: words.columnEnds[tense],
      fold: 2,
      width: '11rem',
      cell: ({ path }) =>
        path && (tense === 'past' ? <Time at={path.ends} empty={words.noEnd} /> : <EndsAt at={path.ends} />),
    },
  ];
}

function PersonCell({ row: { holder, kind } }: { row: HolderRow }): ReactNode {
  if (kind !== 'first') return <span className="text-faint small also">{kind === 'also' ? words.andAlso : ''}</span>;
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
  return holder.admin ? <Path steps={[{ kind: 'role', label: 'admin' }]} /> : null;
}
