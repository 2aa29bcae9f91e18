import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { say } from '../../../blocks/say.tsx';
import { Button } from '../../../ui/button.tsx';
import { IdCardIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Path } from '../../../ui/path.tsx';
import { NoIcon, YesIcon } from '../../../ui/state-icons.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Permission, Tag } from '../../../ui/who.tsx';
import { has } from './bits.ts';
import type { MatrixColumn, MatrixRow } from './matrix.ts';
import type { PlannedCells } from './planned-cells.ts';
import { bringsQuery } from './queries.ts';
import { whyWords as words } from './words.ts';

interface WhyRoleProps {
  application: Application;
  row: MatrixRow;
  column: MatrixColumn;
  /** Absent where nothing can be changed. */
  planned: PlannedCells | undefined;
}

/** How a role brings a permission, and a button to give it or take it away. */
export function WhyRole({ application, row, column, planned }: WhyRoleProps): ReactNode {
  const brings = has(row.has, column.place);
  const own = has(row.strong, column.place);
  const names = { role: <Tag icon={IdCardIcon}>{row.name}</Tag>, permission: <Permission>{column.name}</Permission> };
  const isPlanned = planned?.of(row.id, column.id) !== undefined;
  return (
    <div className="why">
      <div>
        <p className={brings ? 'why-answer tone-yes' : 'why-answer text-muted'}>
          {brings ? <YesIcon /> : <NoIcon />} {say(brings ? words.brings : words.bringsNot, names)}
        </p>
        {own && <p className="text-muted">{words.own}</p>}
        {column.title !== '' && <p className="text-faint small">{column.title}</p>}
      </div>
      {brings && !own && <Included application={application} row={row} column={column} />}
      {isPlanned && <p>{own ? words.plannedTake : words.plannedGive}</p>}
      <div className="why-buttons">
        {planned && row.name !== 'admin' && (
          <Button kind={isPlanned ? 'plain' : 'primary'} onClick={() => planned.toggle(row.id, column.id)}>
            {isPlanned ? words.undo : own ? words.take : words.give}
          </Button>
        )}
        <ButtonLink
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab: 'roles', open: row.id }}
        >
          {words.showRole}
        </ButtonLink>
      </div>
    </div>
  );
}

function Included({ application, row, column }: Omit<WhyRoleProps, 'planned'>): ReactNode {
  const { data, error, refetch } = useQuery(bringsQuery(application.id, row.id, column.name));
  if (row.name === 'admin' || data === null) return <p className="text-muted">{words.admin}</p>;
  if (error) return <ErrorState small error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={2} />;
  return (
    <div>
      <p className="text-muted">{words.included}</p>
      <Path
        steps={[
          { kind: 'role', label: row.name },
          ...data.via.map(({ name }) => ({ kind: 'role' as const, label: name })),
          { kind: 'permission', label: column.name, state: 'yes' },
        ]}
      />
    </div>
  );
}
