import { type AccessRequest, type AccessSummary, licetApplication } from '@licet/contract';
import { Fragment, type ReactNode } from 'react';
import { AskedName, RequestState } from '../../blocks/asks.tsx';
import { ApplicationSquare } from '../../blocks/chips.tsx';
import { lengthText } from '../../blocks/durations.ts';
import { ChevronRightIcon, FingerprintIcon, IdCardIcon, MonitorIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ENDING_SOON_MS, EndsAt, Time, useNow } from '../../ui/time.tsx';
import { Tag, Tags } from '../../ui/who.tsx';
import { words } from './words.ts';
import './home.css';

const ROLES_SHOWN = 3;

/** The viewer's access, with a line for each application. */
export function MyApplications({ mine }: { mine: readonly AccessSummary[] }): ReactNode {
  return (
    <Section
      title={words.mine}
      n={mine.length}
      end={
        <TextLink to="/me" search={{ tab: 'access' }} className="small">
          {words.myAccess}
        </TextLink>
      }
    >
      {mine.length === 0 ? (
        <div className="lines">
          <EmptyState title={words.nothingMine}>{words.nothingMineText}</EmptyState>
        </div>
      ) : (
        <div className="lines">
          {mine.map((summary) => (
            <MyApplication key={summary.application.id} summary={summary} />
          ))}
        </div>
      )}
    </Section>
  );
}

function MyApplication({ summary }: { summary: AccessSummary }): ReactNode {
  const { application, admin, roles, permissions, changesAt } = summary;
  const more = roles.length - ROLES_SHOWN;
  return (
    <PlainLink to="/me" search={{ tab: 'access', application: application.id }}>
      <ApplicationSquare application={application} />
      <span className="grow">
        <b>{application.name}</b>
        <span className="text-faint small ellipsis block">
          {admin ? words.everything : words.permissions(permissions)}
          {application.id === licetApplication && `, ${words.thisConsole}`}
        </span>
      </span>
      <span className="hide-on-phone">
        <Tags>
          {roles.slice(0, ROLES_SHOWN).map((role) => (
            <Tag key={role.id} icon={IdCardIcon}>
              {role.name}
            </Tag>
          ))}
          {more > 0 && <span className="text-faint small">+{more}</span>}
        </Tags>
      </span>
      {changesAt !== null && (
        <span className="text-muted small next-change">
          {words.changes} <Time at={changesAt} />
        </span>
      )}
    </PlainLink>
  );
}

/** The viewer's requests: pending ones, and those decided recently. */
export function MyRequests({ requests }: { requests: readonly AccessRequest[] }): ReactNode {
  if (requests.length === 0) return null;
  return (
    <Section
      title={words.myRequests}
      n={requests.length}
      end={
        <TextLink to="/inbox" search={{ view: 'mine' }} className="small">
          {words.allMine}
        </TextLink>
      }
    >
      <div className="lines">
        {requests.map((request) => (
          <Fragment key={request.id}>
            <MyRequest request={request} />
            <Renew request={request} requests={requests} />
          </Fragment>
        ))}
      </div>
    </Section>
  );
}

/**
 * Links to a prefilled renewal. Shown if the grant of the request ends within a week and no renewal was requested yet.
 */
function Renew({ request, requests }: { request: AccessRequest; requests: readonly AccessRequest[] }): ReactNode {
  const now = useNow();
  const { application, decision, asks } = request;
  const left = decision?.ends ? new Date(decision.ends).getTime() - now.getTime() : 0;
  const followed = requests.some(({ renews }) => renews !== null && renews === decision?.grant);
  if (!decision?.grant || decision.over || followed || left <= 0 || left > ENDING_SOON_MS) return null;
  const given = decision.gives ?? asks;
  return (
    <TextLink
      to="/inbox"
      search={{
        view: 'mine',
        add: '1',
        application: application.id,
        renews: decision.grant,
        ...(given.kind === 'role' ? { role: given.name } : { permission: given.name }),
      }}
      className="small"
    >
      {words.renew(given.title || given.name)}
    </TextLink>
  );
}

/**
 * Shows the end of an approved grant, or that it has ended. Without an end, shows when the request was decided or made.
 */
function Since({ request: { state, askedAt, decision } }: { request: AccessRequest }): ReactNode {
  if (state !== 'approved' || !decision?.ends) return <Time at={decision?.at ?? askedAt} />;
  return decision.over ? words.notHeld : <EndsAt at={decision.ends} />;
}

function MyRequest({ request }: { request: AccessRequest }): ReactNode {
  const { id, application, asks, seconds, state, decision } = request;
  return (
    <PlainLink to="/inbox" search={{ view: 'mine', request: id }}>
      <ApplicationSquare application={application} />
      <span className="grow">
        <b>
          {asks.kind === 'permission' && asks.title.trim() !== '' ? <bdi>{asks.title}</bdi> : <AskedName asks={asks} />}
        </b>
        <span className="text-faint small ellipsis block">
          {application.name}, {words.forLong(lengthText(decision?.seconds ?? seconds))}
          {decision && decision.note !== '' && `. ${words.quoted(decision.note)}`}
        </span>
      </span>
      <span className="my-request-end">
        <RequestState state={state} />
        <span className="small text-muted">
          <Since request={request} />
        </span>
      </span>
    </PlainLink>
  );
}

/** Links to the sign-in methods and the sessions of the viewer. */
export function OwnLinks(): ReactNode {
  const { signIn, sessions } = words.ways;
  return (
    <Section title={words.waysTitle}>
      <div className="lines">
        <PlainLink to="/me" search={{ tab: 'credentials' }}>
          <FingerprintIcon />
          <OwnLink {...signIn} />
        </PlainLink>
        <PlainLink to="/me" search={{ tab: 'sessions' }}>
          <MonitorIcon />
          <OwnLink {...sessions} />
        </PlainLink>
      </div>
    </Section>
  );
}

function OwnLink({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <>
      <span className="grow">
        <b className="block">{title}</b>
        <span className="text-faint small block">{text}</span>
      </span>
      <ChevronRightIcon className="hide-on-phone" />
    </>
  );
}
