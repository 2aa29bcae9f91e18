import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { applicationById } from '../../blocks/chips.tsx';
import { countIn, placesIn } from '../../blocks/permission-set.ts';
import { say } from '../../blocks/say.tsx';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { DownloadIcon, FileDiffIcon, IdCardIcon } from '../../ui/icons.tsx';
import { Crumb } from '../../ui/links.tsx';
import { Progress } from '../../ui/meter.tsx';
import { csvFile, saveFile } from '../../ui/save-file.ts';
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs } from '../../ui/tabs.tsx';
import {
  type Access,
  MOST_GRANTS,
  NoUseReported,
  principalsIn,
  readAccess,
  rolesInUse,
  stampOf,
  TooManyGrants,
} from './access.ts';
import { Curve } from './curve.tsx';
import { Proof } from './proof.tsx';
import { RoleList } from './role-list.tsx';
import type { Suggestion } from './suggestion.ts';
import { TakeOver } from './take-over.tsx';
import { type Computation, useFewest, useSuggestion } from './use-fewest.ts';
import { listWords, words } from './words.ts';
import './fewest-roles.css';

const route = getRouteApi('/signed-in/applications/$application/fewest-roles');

/**
 * The fewest roles for the access in an application, fewer roles with deviations, and the plan that introduces them.
 */
export function FewestRolesScreen(): ReactNode {
  const { application: id } = route.useParams();
  const [address, change] = useAddress(route);
  const application = useQuery(applicationById(id)).data;
  const { mayIn } = useMay();
  const used = address.count === 'used';
  const [read, setRead] = useState<readonly [done: number, total: number]>();
  const access = useQuery({
    queryKey: ['applications', id, 'fewest-roles', used],
    queryFn: ({ signal }) =>
      readAccess(client, id, { signal, used, onProgress: (done, total) => setRead([done, total]) }),
    // Keep the identity of equal data, because new data starts a new computation.
    structuralSharing: (before, after) =>
      before !== undefined && stampOf(before as Access) === stampOf(after as Access) ? before : after,
    retry: false,
    gcTime: 0,
  });
  const fewest = useFewest(access.data);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [asking, setAsking] = useState(false);
  const point = fewest.points?.find(({ roles }) => roles.length === address.roles) ?? fewest.points?.[0];
  const newNames = useMemo(
    () => ({ chosen: names, unused: access.data ? unusedNames(access.data) : [] }),
    [access.data, names],
  );
  const { suggestion, pending } = useSuggestion(access.data, point, newNames);
  const now = access.data ? rolesInUse(access.data).length : 0;
  const name = application?.name ?? id;
  const mayChange = mayIn('applications.manage', id) && mayIn('grants.manage', id) && application?.builtIn === false;
  const idle = !suggestion || pending ? words.notYet : suggestion.changes.length === 0 ? words.nothingToDo : undefined;

  return (
    <Page
      title={words.title}
      crumbs={
        <Breadcrumbs>
          <Crumb to="/applications">{words.applications}</Crumb>
          <Crumb to="/applications/$application" params={{ application: id }}>
            {name}
          </Crumb>
          <Crumb to="/applications/$application" params={{ application: id }} search={{ tab: 'roles' }}>
            {words.roles}
          </Crumb>
          <span>{words.title}</span>
        </Breadcrumbs>
      }
      lead={say(leadOf(), { application: <bdi>{name}</bdi> })}
      tools={
        access.data &&
        access.data.holders.length > 0 && (
          <>
            {suggestion && (
              <Button
                icon={DownloadIcon}
                className="hide-on-phone"
                onClick={() => saveFile(fileOf(access.data, suggestion), `${id}-roles.csv`)}
              >
                {words.export}
              </Button>
            )}
            {mayChange && (
              <Button
                kind="primary"
                icon={FileDiffIcon}
                {...(idle !== undefined && { idle })}
                onClick={() => setAsking(true)}
              >
                {words.takeOver}
              </Button>
            )}
          </>
        )
      }
    >
      <PageBody>
        <div className="fewest-tools">
          <SegmentedControl
            label={words.count}
            choices={[
              { value: 'held', label: words.held },
              { value: 'used', label: words.used },
            ]}
            value={used ? 'used' : 'held'}
            onChange={(next) => change({ count: next === 'used' ? 'used' : undefined, roles: undefined })}
          />
          {access.data && (
            <span className="text-faint small">
              {words.size(principalsIn(access.data), access.data.permissions.length)}
              {fewest.bound && `, ${words.duration(fewest.bound.ms)}`}
            </span>
          )}
        </div>
        {content()}
      </PageBody>
      {asking && suggestion && (
        <TakeOver
          application={id}
          suggestion={suggestion}
          now={now}
          names={names}
          pending={pending}
          onName={(key, next) => setNames((before) => ({ ...before, [key]: next }))}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  );

  function leadOf(): string {
    if (point && point.missing > 0) return words.leadFewer(point.missing);
    return used ? words.leadUsed : words.lead;
  }

  function content(): ReactNode {
    const { data, error, refetch } = access;
    if (!data) {
      if (error instanceof NoUseReported)
        return (
          <EmptyState
            icon={IdCardIcon}
            title={words.noUse}
            action={<Button onClick={() => change({ count: undefined })}>{words.noUseAction}</Button>}
          >
            {words.noUseText}
          </EmptyState>
        );
      if (error instanceof TooManyGrants)
        return (
          <EmptyState icon={IdCardIcon} title={words.tooMany}>
            {words.tooManyText(MOST_GRANTS)}
          </EmptyState>
        );
      if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
      return (
        <>
          {read && (
            <Progress label={words.reading} value={read[0]} max={read[1]} text={words.readOf(read[0], read[1])} />
          )}
          <SkeletonLines lines={6} />
        </>
      );
    }
    if (data.holders.length === 0)
      return (
        <EmptyState icon={IdCardIcon} title={words.nobody}>
          {words.nobodyText}
        </EmptyState>
      );
    if (!fewest.points || !point || !suggestion) return <Searching fewest={fewest} />;
    return (
      <div className="fewest-columns" aria-busy={pending}>
        <RoleList access={data} suggestion={suggestion} now={now} />
        <aside className="fewest-side">
          <Curve
            points={fewest.points}
            now={now}
            chosen={point}
            onChoose={(next) => change({ roles: next === fewest.points?.[0] ? undefined : next.roles.length })}
            asTable={address.table === '1'}
            onTable={(asTable) => change({ table: asTable ? '1' : undefined })}
          />
          <Proof
            access={data}
            found={fewest.points[0]?.roles.length ?? 0}
            bound={fewest.bound}
            checking={
              fewest.status === 'working' && (
                <>
                  {words.phases.checking}{' '}
                  <Button small onClick={fewest.cancel}>
                    {words.cancel}
                  </Button>
                </>
              )
            }
          />
        </aside>
      </div>
    );
  }
}

/** The search in the worker: its progress and a cancel button, or why there is no result. */
function Searching({ fewest }: { fewest: Computation }): ReactNode {
  const { status, phase, share, cancel, again } = fewest;
  if (status === 'working')
    return (
      <div aria-busy>
        <Progress
          label={words.phases[phase]}
          value={share}
          max={1}
          text=""
          action={
            <p>
              <Button small onClick={cancel}>
                {words.cancel}
              </Button>
            </p>
          }
        />
      </div>
    );
  return (
    <Callout live>
      <p>{status === 'cancelled' ? words.cancelled : words.failed}</p>
      <Button small onClick={again}>
        {words.again}
      </Button>
    </Callout>
  );
}

/** Names for the new roles. No existing role has one of them. */
function unusedNames({ roles, permissions }: Access): string[] {
  const taken = new Set(roles.map(({ name }) => name));
  const most = roles.length + Math.min(roles.length, permissions.length) + 1;
  return Array.from({ length: most }, (_, place) => listWords.newRole(place + 1)).filter((name) => !taken.has(name));
}

/** The suggested roles with their permissions. */
function fileOf({ permissions }: Access, { roles }: Suggestion): Blob {
  const rows = roles
    .toSorted((a, b) => countIn(b.permissions) - countIn(a.permissions))
    .flatMap((role) => placesIn(role.permissions).map((place) => [role.name, permissions[place]?.name ?? '']));
  return csvFile([[listWords.role, listWords.permissions], ...rows]);
}
