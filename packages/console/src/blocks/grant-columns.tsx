import type { Grant } from '@licet/contract';
import type { ReactNode } from 'react';
import { IdCardIcon } from '../ui/icons.tsx';
import { PlainLink } from '../ui/links.tsx';
import { KeyRoundIcon } from '../ui/page-icons.tsx';
import type { Column } from '../ui/table-model.ts';
import { Time } from '../ui/time.tsx';
import { ApplicationName, ApplicationSquare } from './application-name.tsx';
import { Breakable } from './breakable.tsx';
import { GrantEnd } from './grants/grant-cells.tsx';
import { recordedActor, recordedText } from './recorded.ts';
import { givenTitle } from './roles.ts';
import './grant-columns.css';
import { columnWords as words } from './words.ts';

/** The columns of grants of all applications, without the holder, whose page shows them. */
export const grantColumns = (): readonly Column<Grant>[] => [
  { id: 'gives', head: words.gives, fold: 1, cell: (grant) => <Gives grant={grant} /> },
  {
    id: 'application',
    head: words.application,
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
  { id: 'ends', head: words.ends, fold: 4, cell: (grant) => <GrantEnd grant={grant} /> },
  {
    id: 'by',
    head: words.grantedBy,
    cell: ({ grantedBy, starts }) => (
      <span className="text-muted nowrap">
        {recordedActor(grantedBy)}, <Time at={starts} />
      </span>
    ),
  },
  {
    id: 'reason',
    head: words.reason,
    cell: ({ reason }) =>
      reason === '' ? (
        <span className="text-faint">{words.none}</span>
      ) : (
        <span className="ellipsis text-muted">{recordedText(reason)}</span>
      ),
  },
];

function Gives({ grant: { application, gives } }: { grant: Grant }): ReactNode {
  const Shown = gives.kind === 'role' ? IdCardIcon : KeyRoundIcon;
  return (
    <span className="grant-gives" title={givenTitle(application, gives) || undefined}>
      <Shown />
      <span className={gives.kind === 'role' ? undefined : 'identifier'}>
        <Breakable text={gives.name} />
      </span>
    </span>
  );
}
