import {
  type AccessRequest,
  type Application,
  type Home,
  type Ending as Item,
  licetApplication,
  type Missing,
} from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedFor } from '../../blocks/asks.tsx';
import { ApplicationName, ApplicationSquare } from '../../blocks/chips.tsx';
import { useMay } from '../../session/may.ts';
import { formatNumber } from '../../ui/format.ts';
import { ChevronRightIcon, FingerprintIcon } from '../../ui/icons.tsx';
import { ButtonLink, PlainLink, TextLink } from '../../ui/links.tsx';
import { Path } from '../../ui/path.tsx';
import { Lines, Section } from '../../ui/section.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { words } from './words.ts';
import './home.css';
import { useQuery } from '@tanstack/react-query';
import { type IconType, KeyRoundIcon, LogInIcon } from '../../ui/icon.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { applicationsShownQuery } from './queries.ts';

/** Requests that wait for the viewer's decision: who asks for what, and why. */
export function Waiting({ waiting: { items, total } }: { waiting: Home['waiting'] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <Section
      title={words.waiting}
      n={formatNumber(total)}
      end={
        <TextLink to="/inbox" search={{ view: 'waiting' }} className="small">
          {words.allRequests}
        </TextLink>
      }
    >
      <div className="lines">
        {items.map((request) => (
          <WaitingLine key={request.id} request={request} />
        ))}
      </div>
    </Section>
  );
}

function WaitingLine({ request }: { request: AccessRequest }): ReactNode {
  const { id, user, asks, application, reason, askedAt } = request;
  return (
    <PlainLink to="/inbox" search={{ view: 'waiting', request: id }}>
      <Avatar name={user.name} size="medium" />
      <span className="grow">
        <span className="block">
          <b>{user.name}</b> {words.asksFor} <AskedFor asks={asks} /> {words.inApplication(application.name)}
        </span>
        <span className="text-faint small ellipsis block">{user.detail}</span>
        <span className="text-faint small ellipsis block">{words.quoted(reason)}</span>
      </span>
      <span className="text-muted small nowrap">
        <Time at={askedAt} />
      </span>
      <ChevronRightIcon className="hide-on-phone" />
    </PlainLink>
  );
}

/** The first items that end soon, with holder and application, and a link to the whole list. */
export function Ending({ ending: { items, total } }: { ending: Home['ending'] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <Section title={words.ending} n={total} end={<TextLink to="/ending">{words.allEnding}</TextLink>}>
      <div className="lines">
        {items.map((it) => (
          <EndingLine key={it.kind === 'exception' ? it.exception.id : it.grant.id} of={it} />
        ))}
      </div>
    </Section>
  );
}

const pathKinds = { user: 'person', group: 'group', client: 'program' } as const;

function EndingLine({ of: it }: { of: Item }): ReactNode {
  const { ends } = it.kind === 'exception' ? it.exception : it.grant;
  const holder = it.kind === 'exception' ? it.exception.holder : it.grant.principal;
  const { may, mayIn } = useMay();
  const extendable = it.kind === 'exception' ? may('separations.manage') : mayIn('grants.manage', it.grant.application);
  const what = it.kind === 'exception' ? it.exception.separation.name : it.grant.gives.name;
  return (
    <div className="ending-row">
      <span className="lead-column">
        <EndsAt at={ends} />
      </span>
      <span className="grow ellipsis">
        <Path
          steps={[
            { kind: pathKinds[holder.kind], label: holder.name },
            { kind: it.kind !== 'exception' && it.grant.gives.kind === 'role' ? 'role' : 'alone', label: what },
          ]}
        />
      </span>
      <span className="ending-where ellipsis text-muted hide-on-phone">
        {it.kind === 'exception' ? words.exception : <ApplicationName id={it.grant.application} />}
      </span>
      {extendable && (
        <ButtonLink
          small
          to="/ending"
          search={{ principal: holder.id }}
          aria-label={words.extendWhat(what, holder.name)}
        >
          {words.extend}
        </ButtonLink>
      )}
    </div>
  );
}

/** The applications that the viewer manages. */
export function Applications(): ReactNode {
  const { data } = useQuery(applicationsShownQuery);
  return (
    <Section
      title={words.applications}
      n={data && `${formatNumber(data.total)}${data.atLeast ? '+' : ''}`}
      end={
        <TextLink to="/applications" className="small">
          {words.all}
        </TextLink>
      }
    >
      {data ? (
        <div className="lines">
          {data.items.map((application) => (
            <ApplicationLine key={application.id} application={application} />
          ))}
        </div>
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Section>
  );
}

function ApplicationLine({ application }: { application: Application }): ReactNode {
  const { id, name, roles, permissions, grants } = application;
  const own = id === licetApplication;
  return (
    <PlainLink to="/applications/$application" params={{ application: id }}>
      <ApplicationSquare application={application} />
      <span className="grow">
        <b>{name}</b>
        <span className="text-faint small ellipsis block">
          {own ? words.thisConsole : words.rolesAndPermissions(roles, permissions)}
        </span>
      </span>
      <span className="text-muted small">{words.grants(grants)}</span>
    </PlainLink>
  );
}

/**
 * The numbers of users who have no second factor, have no recovery option, or never signed in. Each line links to the
 * list of these users.
 */
export function SignInHealth({
  health: { secondFactor, recovery, signIn },
}: {
  health: NonNullable<Home['health']>;
}): ReactNode {
  const all = [
    ['second_factor', secondFactor],
    ['recovery', recovery],
    ['sign_in', signIn],
  ] as const;
  const lines = all.filter(([, count]) => count > 0);
  if (lines.length === 0) return null;
  return (
    <Section title={words.health}>
      <Lines>
        {lines.map(([missing, count]) => (
          <HealthLine key={missing} missing={missing} count={count} />
        ))}
      </Lines>
    </Section>
  );
}

function HealthLine({ missing, count }: { missing: Missing; count: number }): ReactNode {
  const Icon = icons[missing];
  return (
    <PlainLink to="/users" search={{ missing }}>
      <Icon />
      <span className="grow">
        <span className="block">{words.missing[missing](count)}</span>
        <span className="text-faint small block">{words.missingText[missing]}</span>
      </span>
      <ChevronRightIcon />
    </PlainLink>
  );
}

const icons: Readonly<Record<Missing, IconType>> = {
  second_factor: FingerprintIcon,
  recovery: KeyRoundIcon,
  sign_in: LogInIcon,
};
