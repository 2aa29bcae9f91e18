import { type Access, type Home, licetApplication } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApplicationSquare } from '../../blocks/chips.tsx';
import { say } from '../../blocks/say.tsx';
import { useWaiting } from '../../blocks/waiting-count.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { formatFirst, formatList } from '../../ui/format.ts';
import { YesIcon } from '../../ui/icon.tsx';
import { ExternalLinkIcon, PlusIcon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { ButtonLink, PlainLink, TextLink } from '../../ui/links.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { AskToExtend, changeAt, endOf } from './extend.tsx';
import { MyRequests, OwnLinks } from './my-access.tsx';
import { heldQuery } from './queries.ts';
import type { HomeOf } from './rest.tsx';
import { WaitingLongest } from './waiting.tsx';
import { memberWords as words } from './words.ts';
import './home.css';

const MayTake = lateComponent(() => import('./may-take.tsx').then((it) => it.MayTake));

type Mine = Home['applications'][number];

/** The Home of a user without duties: their access, their requests and their sign-in. */
export function MemberHome({ home: { applications, requests } }: HomeOf): ReactNode {
  // A member has no duties of their own, but may decide as a deputy or as a reviewer of single lines.
  const { waiting } = useWaiting();
  return (
    <Page
      title={words.home}
      heading={<h1>{words.title}</h1>}
      lead={words.lead(
        applications.length,
        applications.reduce((sum, { permissions }) => sum + permissions, 0),
        applications.some(({ admin }) => admin),
      )}
      tools={
        <ButtonLink kind="primary" icon={PlusIcon} to="/inbox" search={{ view: 'catalogue' }}>
          {words.ask}
        </ButtonLink>
      }
    >
      <PageBody>
        <div className="home two-columns">
          <div className="home-main">
            {applications.length === 0 && (
              <div className="lines">
                <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
              </div>
            )}
            {applications.map((mine) => (
              <ApplicationFrame key={mine.application.id} mine={mine} requests={requests} />
            ))}
          </div>
          <div className="home-side">
            {waiting !== undefined && waiting > 0 && <WaitingLongest total={waiting} shown={WAITING_SHOWN} />}
            <MyRequests requests={requests} />
            <OwnLinks />
            <MayTake />
          </div>
        </div>
      </PageBody>
    </Page>
  );
}

/** An application of the viewer: what they may do there, until when, and a link that opens it. */
function ApplicationFrame({ mine, requests }: { mine: Mine; requests: Home['requests'] }): ReactNode {
  const { application, admin, roles, permissions, changesAt, page } = mine;
  const held = useQuery({ ...heldQuery(application.id), enabled: !admin && permissions > 0 });
  return (
    <section className="app-frame" aria-label={application.name}>
      <header>
        <ApplicationSquare application={application} />
        <div className="grow">
          <h2 className="ellipsis" title={application.name}>
            <PlainLink to="/me" search={{ tab: 'access', application: application.id }}>
              <bdi>{application.name}</bdi>
            </PlainLink>
          </h2>
          <p className="text-faint small ellipsis">
            {application.id === licetApplication ? words.thisConsole : formatList(roles.map(({ name }) => name))}
          </p>
        </div>
        {page !== null && application.id !== licetApplication && (
          <a
            className="button"
            href={page}
            target="_blank"
            rel="noreferrer"
            aria-label={words.openNamed(application.name)}
          >
            <ExternalLinkIcon />
            {words.open}
          </a>
        )}
      </header>
      {admin ? (
        <p className="app-all">
          <YesIcon /> {words.everything}
        </p>
      ) : held.data ? (
        <Permissions held={held.data} />
      ) : held.error ? (
        <ErrorState small error={held.error} onRetry={() => void held.refetch()} />
      ) : (
        <ul className="app-may" aria-busy="true">
          {Array.from({ length: Math.min(permissions, SHOWN) }, (_, line) => line).map((line) => (
            <li key={line}>
              <Skeleton width={120 + ((line * 37) % 60)} />
            </li>
          ))}
        </ul>
      )}
      {held.data && <AskToExtend application={application.id} held={held.data} requests={requests} />}
      {(permissions > SHOWN || changesAt !== null) && (
        <footer>
          <TextLink to="/me" search={{ tab: 'access', application: application.id }}>
            {permissions > SHOWN ? words.all(permissions) : words.why}
          </TextLink>
          {changesAt !== null && <NextChange held={held.data} at={changesAt} />}
        </footer>
      )}
    </section>
  );
}

/** What changes next, and when. */
function NextChange({ held, at }: { held: Access | undefined; at: string }): ReactNode {
  const next = held && changeAt(held, at);
  if (!next)
    return (
      <span className="text-muted">
        {words.changes} <Time at={at} />
      </span>
    );
  const what = formatFirst(next.what, CHANGES_NAMED, words.others);
  return <span className="text-muted">{say(words[next.kind], { what: <bdi>{what}</bdi>, at: <Time at={at} /> })}</span>;
}

const CHANGES_NAMED = 2;
const SHOWN = 8;
const WAITING_SHOWN = 3;

function Permissions({ held: { permissions } }: { held: Access }): ReactNode {
  return (
    <ul className="app-may">
      {permissions.items.map((item) => {
        const title = item.title.trim() === '' ? item.name : item.title;
        const ends = endOf(item);
        return (
          <li key={item.id}>
            <YesIcon />
            <span className="grow ellipsis" title={item.name}>
              <bdi>{title}</bdi>
            </span>
            {ends !== null && (
              <span className="small nowrap text-muted">
                <EndsAt at={ends} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
