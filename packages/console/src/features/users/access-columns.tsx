import type { Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { Breakable } from '../../blocks/breakable.tsx';
import { GrantEnd } from '../../blocks/grants/grant-cells.tsx';
import { pathSteps } from '../../blocks/path-list.tsx';
import { givenTitle } from '../../blocks/roles.ts';
import { words as blockWords } from '../../blocks/words.ts';
import { classNames } from '../../ui/class-names.ts';
import { YesIcon } from '../../ui/icon.tsx';
import { HistoryIcon, IdCardIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Path } from '../../ui/path.tsx';
import type { Column } from '../../ui/table-model.ts';
import { EndsAt, Time } from '../../ui/time.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type AccessAction, Actions, type MayChange } from './access-actions.tsx';
import { Origin, staysText } from './access-origin.tsx';
import type { AccessLine } from './access-rows.ts';
import { accessWords as words } from './words.ts';
import './users.css';

interface ColumnsFor extends MayChange {
  /** The id of the user. */
  user: string;
  onAsk: (action: AccessAction) => void;
  /** The heading of the first column. */
  head: string;
  /** Whether the lines have the last use. */
  withUse: boolean;
}

/** The columns of the tab Access. */
export const accessColumns = ({ user, onAsk, head, withUse, ...may }: ColumnsFor): readonly Column<AccessLine>[] => [
  { id: 'permission', head, fold: 1, width: '26%', cell: (line) => <What line={line} user={user} /> },
  { id: 'through', head: words.comesBy, fold: 3, cell: (line) => <Way line={line} /> },
  { id: 'from', head: words.from, spare: true, width: '11.5rem', cell: ({ path }) => path && <Origin path={path} /> },
  { id: 'ends', head: words.ends, fold: 2, width: '8rem', cell: (line) => <End line={line} /> },
  ...(withUse
    ? [
        {
          id: 'used',
          head: words.lastUsed,
          spare: true,
          width: '6.5rem',
          cell: (line: AccessLine) => line.kind === 'first' && <Used line={line} />,
        },
      ]
    : []),
  {
    id: 'actions',
    head: words.actions,
    end: true,
    fold: 4,
    width: '13.5rem',
    cell: (line) => <Actions line={line} onAsk={onAsk} {...may} />,
  },
];

function What({ line, user }: { line: AccessLine; user: string }): ReactNode {
  const { kind, row, grant } = line;
  const { item } = row;
  if (kind !== 'first')
    return (
      <span className="access-also text-faint small">
        {kind === 'also' && (
          <>
            {words.alsoBy} <bdi className={classNames(row.kind === 'permission' && 'identifier')}>{item.name}</bdi>
          </>
        )}
      </span>
    );
  const title = givenTitle(row.application, { kind: row.kind, name: item.name, title: item.title });
  const stays = staysText(item);
  return (
    <span className="permitted-line">
      {isHeld(grant) ? (
        <span className="tone-yes">
          <YesIcon small />
          <VisuallyHidden>{words.permitted}</VisuallyHidden>
        </span>
      ) : (
        <HistoryIcon small />
      )}
      <span className="permission-lines">
        {row.kind === 'permission' ? (
          <PlainLink
            className="identifier"
            to="/explain"
            search={{ user, application: row.application, permission: item.name }}
          >
            <Breakable text={item.name} />
          </PlainLink>
        ) : (
          <PlainLink
            className="access-role"
            to="/applications/$application"
            params={{ application: row.application }}
            search={{ tab: 'roles', open: item.id }}
          >
            <IdCardIcon />
            <Breakable text={item.name} />
          </PlainLink>
        )}
        {title !== '' && <span className="text-faint small ellipsis">{title}</span>}
        {stays !== undefined && <span className="text-muted small access-stays">{stays}</span>}
      </span>
    </span>
  );
}

const isHeld = (grant: Grant | undefined): boolean => grant === undefined || grant.state === 'active';

/** One path, or the number of paths that only the panel shows. */
function Way({ line: { kind, path, row } }: { line: AccessLine }): ReactNode {
  if (path) return <Path steps={pathSteps(path, { application: row.application })} />;
  return (
    kind === 'more' && (
      <span className="text-faint small">{blockWords.morePaths(row.item.pathCount - row.item.paths.length)}</span>
    )
  );
}

function End({ line: { path, grant } }: { line: AccessLine }): ReactNode {
  if (grant && grant.state !== 'active') return <GrantEnd grant={grant} />;
  return path && <EndsAt at={path.ends} />;
}

/** The last use of a permission. A role, and an application that reports no use, have a dash. */
function Used({ line: { row } }: { line: AccessLine }): ReactNode {
  const { item, isReported } = row;
  if (item.lastUsed === undefined || isReported !== true) return <span className="text-faint">{words.noUse}</span>;
  return (
    <span className="text-muted nowrap">
      <Time at={item.lastUsed} empty={words.neverUsed} />
    </span>
  );
}
