import type { AccessPath, Grant } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { Breakable } from '../../blocks/breakable.tsx';
import { GrantEnd } from '../../blocks/grants/grant-cells.tsx';
import { PathList, pathKey } from '../../blocks/path-list.tsx';
import { recordedActor, recordedText } from '../../blocks/recorded.ts';
import { givenTitle } from '../../blocks/roles.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { YesIcon } from '../../ui/icon.tsx';
import { HistoryIcon, IdCardIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import type { Column, DataTableProps } from '../../ui/table-model.ts';
import { EndsAt, Time, useNow } from '../../ui/time.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type AccessRow, endOfAccess, isFresh } from './access-rows.ts';
import { accessWords as words } from './words.ts';
import './users.css';

const FEW = 1;

/** A change of a direct grant that the viewer chose. */
export interface GrantAction {
  grant: Grant;
  to: 'end' | 'revoke';
}

interface ColumnsFor {
  /** The id of the user. */
  user: string;
  onAsk: (action: GrantAction) => void;
  mayChange: (application: string) => boolean;
  /** Whether the lines have the last use. */
  withUse: boolean;
}

/** The columns of the tab Access. */
export const accessColumns = ({ user, onAsk, mayChange, withUse }: ColumnsFor): readonly Column<AccessRow>[] => [
  { id: 'may', head: words.may, fold: 1, width: '28%', cell: (row) => <May row={row} user={user} /> },
  { id: 'through', head: words.comesBy, fold: 3, cell: (row) => <Ways row={row} /> },
  { id: 'from', head: words.from, spare: true, width: '11.5rem', cell: (row) => <Origins row={row} /> },
  { id: 'ends', head: words.ends, fold: 2, width: '8rem', cell: (row) => <End row={row} /> },
  ...(withUse
    ? [{ id: 'used', head: words.lastUsed, spare: true, width: '7.5rem', cell: (row: AccessRow) => <Used row={row} /> }]
    : []),
  {
    id: 'actions',
    head: words.actions,
    end: true,
    fold: 4,
    width: '11rem',
    cell: ({ application, grant }) =>
      grant && isStanding(grant) && mayChange(application) && <Actions grant={grant} onAsk={onAsk} />,
  },
];

export type AccessTableProps = Omit<DataTableProps<AccessRow>, 'rowId' | 'isFresh'>;

/** Lines of the tab Access. A line whose grant began a moment ago is highlighted. */
export function AccessTable(props: AccessTableProps): ReactNode {
  const now = useNow();
  return <DataTable {...props} rowId={rowId} isFresh={(row) => isFresh(row, now)} />;
}

const rowId = ({ id }: AccessRow) => id;

const isStanding = ({ state }: Grant): boolean => state === 'active' || state === 'scheduled';

function May({ row: { application, kind, item, grant }, user }: { row: AccessRow; user: string }): ReactNode {
  const title = givenTitle(application, { kind, name: item.name, title: item.title });
  const isHeld = grant === undefined || grant.state === 'active';
  return (
    <span className="permitted-line">
      {isHeld ? (
        <span className="tone-yes">
          <YesIcon small />
          <VisuallyHidden>{words.permitted}</VisuallyHidden>
        </span>
      ) : (
        <HistoryIcon small />
      )}
      <span className="permission-lines">
        {kind === 'permission' ? (
          <PlainLink className="identifier" to="/explain" search={{ user, application, permission: item.name }}>
            <Breakable text={item.name} />
          </PlainLink>
        ) : (
          <PlainLink
            className="access-role"
            to="/applications/$application"
            params={{ application }}
            search={{ tab: 'roles', open: item.id }}
          >
            <IdCardIcon />
            <Breakable text={item.name} />
          </PlainLink>
        )}
        {title !== '' && <span className="text-faint small ellipsis">{title}</span>}
      </span>
    </span>
  );
}

/** The first path to a permission, and a button that shows the others. */
function Ways({ row: { application, item } }: { row: AccessRow }): ReactNode {
  const [all, setAll] = useState(false);
  const { paths, pathCount } = item;
  const hidden = pathCount - FEW;
  const ends = { application, direct: words.direct };
  if (all || hidden <= 0) return <PathList paths={paths} count={pathCount} {...ends} />;
  return (
    <span className="ways-line">
      <PathList paths={paths.slice(0, FEW)} {...ends} />
      <button type="button" className="link small ways-more" aria-expanded={false} onClick={() => setAll(true)}>
        {words.moreWays(hidden)}
      </button>
    </span>
  );
}

/** Who made the grants of the first paths, and since when they apply. */
function Origins({ row }: { row: AccessRow }): ReactNode {
  return (
    <span className="access-from text-muted">
      {row.item.paths.slice(0, FEW).map((path) => (
        <Origin key={pathKey(path)} path={path} />
      ))}
      {row.grant && row.grant.reason !== '' && (
        <span className="text-faint small ellipsis">{recordedText(row.grant.reason)}</span>
      )}
    </span>
  );
}

/** The origin of one path: "Chiara Benedetti, 4 Mar", or "Request, 9 Nov" with a link to the request. */
export function Origin({ path: { request, grantedBy, starts } }: { path: AccessPath }): ReactNode {
  return (
    <span>
      {request === null ? (
        <bdi>{recordedActor(grantedBy)}</bdi>
      ) : (
        <TextLink to="/inbox" search={{ request }}>
          {words.request}
        </TextLink>
      )}
      , <Time at={starts} />
    </span>
  );
}

/** The last use of a permission. A role, and an application that reports no use, have a dash. */
function Used({ row: { item, isReported } }: { row: AccessRow }): ReactNode {
  if (item.lastUsed === undefined || isReported !== true) return <span className="text-faint">{words.noUse}</span>;
  return (
    <span className="text-muted nowrap">
      <Time at={item.lastUsed} empty={words.neverUsed} />
    </span>
  );
}

export function End({ row: { grant, item } }: { row: AccessRow }): ReactNode {
  return grant && grant.state !== 'active' ? <GrantEnd grant={grant} /> : <EndsAt at={endOfAccess(item)} />;
}

/** The buttons that change or end a direct grant. */
export function Actions({ grant, onAsk }: { grant: Grant; onAsk: (action: GrantAction) => void }): ReactNode {
  const name = <VisuallyHidden> {grant.gives.name}</VisuallyHidden>;
  return (
    <span className="access-actions">
      <Button small kind="quiet" onClick={() => onAsk({ grant, to: 'end' })}>
        {grant.ends === null ? words.setEnd : words.extend}
        {name}
      </Button>
      <Button small kind="quiet" onClick={() => onAsk({ grant, to: 'revoke' })}>
        {words.revoke}
        {name}
      </Button>
    </span>
  );
}
