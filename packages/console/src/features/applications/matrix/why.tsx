import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PathDetail, pathKey } from '../../../blocks/path-list.tsx';
import { say } from '../../../blocks/say.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDate } from '../../../ui/format.ts';
import { NoIcon, YesIcon } from '../../../ui/icon.tsx';
import { IdCardIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Path } from '../../../ui/path.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { EndsAt, Time } from '../../../ui/time.tsx';
import { Permission, Tag } from '../../../ui/who.tsx';
import { includesQuery, lastUsedQuery, whyQuery } from '../queries.ts';
import { has, type MatrixColumn, type MatrixRow } from './matrix.ts';
import type { PlannedCells } from './planned-cells.ts';
import { whyWords as words } from './words.ts';

interface WhyRoleProps {
  application: Application;
  row: MatrixRow;
  column: MatrixColumn;
  /** Absent if the viewer may not change roles. */
  planned: PlannedCells | undefined;
  onPlanned: () => void;
}

/** Explains how a role has a permission, with a button that adds or removes it. */
export function WhyRole({ application, row, column, planned, onPlanned }: WhyRoleProps): ReactNode {
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
          <Button
            kind={isPlanned ? 'plain' : 'primary'}
            onClick={() => {
              planned.toggle(row.id, column.id);
              onPlanned();
            }}
          >
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

function Included({ application, row, column }: Omit<WhyRoleProps, 'planned' | 'onPlanned'>): ReactNode {
  const { data, error, refetch } = useQuery(includesQuery(application.id, row.id, column.name));
  if (row.name === 'admin' || data === null) return <p className="text-muted">{words.admin}</p>;
  if (error && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />;
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

const PATHS_SHOWN = 3;

interface WhyUserProps {
  application: Application;
  row: MatrixRow;
  column: MatrixColumn;
  /** Whether the user ever used the permission; undefined if use is not reported. */
  used: boolean | undefined;
  since: string | null;
}

/** Explains why a user has a permission, with every path, or that the user lacks it. */
export function WhyUser({ application, row, column, used, since }: WhyUserProps): ReactNode {
  const { data, error, refetch } = useQuery(whyQuery(application.id, row.id, column.name));
  if (error && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={5} />;
  const names = {
    who: <b>{row.name}</b>,
    permission: <Permission>{column.name}</Permission>,
    app: application.name,
  };
  const [first] = data.paths;
  const facts: (readonly [string, ReactNode])[] = [];
  if (data.until !== null) facts.push([words.ends, <EndsAt key="ends" at={data.until} />]);
  if (used !== undefined && since !== null)
    facts.push([
      used ? words.lastUsed : words.used,
      used ? (
        <LastUsed key="used" application={application.id} user={row.id} permission={column.name} />
      ) : (
        words.usedNo(formatDate(new Date(since), { dateStyle: 'medium', timeZone: 'UTC' }))
      ),
    ]);
  const asked = { user: row.id, application: application.id, permission: column.name };
  return (
    <div className="why">
      <div>
        <p className={data.permitted ? 'why-answer tone-yes' : 'why-answer tone-no'}>
          {data.permitted ? <YesIcon /> : <NoIcon />} {data.permitted ? words.permitted : words.refused}
        </p>
        <p>{say(data.permitted ? words.may : words.mayNot, names)}</p>
        {data.reason === 'suspended' && <p className="text-muted">{words.suspended}</p>}
      </div>
      {data.permitted && (
        <Section title={data.pathCount > 1 ? words.byPaths(data.pathCount) : words.byPath}>
          <div className="why-paths">
            {data.paths.slice(0, PATHS_SHOWN).map((path) => (
              <PathDetail key={pathKey(path)} path={path} person={data.user} permission={column.name} by />
            ))}
          </div>
          {data.pathCount > PATHS_SHOWN && (
            <p className="text-faint small">{words.others(data.pathCount - PATHS_SHOWN)}</p>
          )}
        </Section>
      )}
      {data.permitted && facts.length > 0 && <Facts facts={facts} />}
      <div className="why-buttons">
        {first && (
          <ButtonLink
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab: 'grants', open: first.grant, state: 'all' }}
          >
            {words.showGrant}
          </ButtonLink>
        )}
        {data.permitted ? (
          <ButtonLink to="/explain" search={{ ask: 'who', application: application.id, permission: column.name }}>
            {words.whoElse}
          </ButtonLink>
        ) : (
          <ButtonLink to="/explain" search={{ ask: 'may', ...asked }}>
            {words.explain}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function LastUsed(props: { application: string; user: string; permission: string }): ReactNode {
  const { data } = useQuery(lastUsedQuery(props.application, props.user, props.permission));
  return data === undefined ? '…' : data === null ? words.usedYes : <Time at={data} />;
}
