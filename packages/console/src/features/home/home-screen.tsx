import type { EndingClientKey, Event, Home } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { formatDate } from '../../ui/format.ts';
import { ErrorState, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { EndsAt, Time, useNow } from '../../ui/time.tsx';
import { Guide } from './guide.tsx';
import { useGuideMemory } from './guide-memory.ts';
import { Applications, Ending, SignInHealth, Waiting } from './managed.tsx';
import { MyApplications, MyRequests, OwnLinks } from './my-access.tsx';
import { homeQuery } from './queries.ts';
import { words } from './words.ts';
import './home.css';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { Callout } from '../../ui/callout.tsx';
import { KeyRoundIcon } from '../../ui/icon.tsx';
import { MailIcon, Trash2Icon } from '../../ui/icons.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Section, Timeline } from '../../ui/section.tsx';
import { StatusTag } from '../../ui/status.tsx';

const SignIns = lazy(() =>
  import('../../blocks/over-time/over-time.tsx').then((part) => ({ default: part.SignInsOverTime })),
);

// Loaded separately, because the size of the first screen is limited and few users see this.
const EmergenciesWaiting = lazy(() =>
  import('./emergencies-waiting.tsx').then((it) => ({ default: it.EmergenciesWaiting })),
);
const MayTake = lazy(() => import('./may-take.tsx').then((it) => ({ default: it.MayTake })));
const ReviewsWaiting = lazy(() => import('./reviews-waiting.tsx').then((it) => ({ default: it.ReviewsWaiting })));

/** The home page: what the viewer may do, and what needs their attention. */
export function HomeScreen(): ReactNode {
  const { data, error, refetch } = useQuery(homeQuery);
  const [{ closed }] = useGuideMemory();
  const { may, ownsAny } = useMay();
  const name = useMe()?.user.name ?? '';
  const looksAfter = may('applications.read') || ownsAny;
  const guide = closed ? null : (data?.guide ?? null);

  if (!data) {
    return (
      <Page title={words.title} heading={<h1>{error ? words.title : <Skeleton width={220} />}</h1>}>
        <PageBody>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={5} />}
        </PageBody>
      </Page>
    );
  }
  const heading = headingOf(data, name, looksAfter, guide !== null);
  return (
    <Page
      title={words.title}
      heading={<h1>{heading}</h1>}
      lead={<Lead home={data} guide={guide !== null} looksAfter={looksAfter} />}
    >
      <PageBody>
        <div className={looksAfter ? 'home two-columns' : 'home'}>
          <div className="home-main">
            <Suspense>
              <EmergenciesWaiting />
            </Suspense>
            <MailsHeld count={data.mailsHeld} />
            <DeletionsAsked count={data.deletionsAsked} />
            <Waiting waiting={data.waiting} />
            {guide && <Guide guide={guide} />}
            <Suspense>
              <ReviewsWaiting />
            </Suspense>
            {!looksAfter && <MyRequests requests={data.requests} />}
            <Ending ending={data.ending} />
            <EndingKeys keys={data.endingKeys} />
            {may('audit.read') && !guide && (
              <Suspense fallback={<SkeletonLines lines={3} />}>
                <SignIns />
              </Suspense>
            )}
            {data.health && <SignInHealth health={data.health} />}
            <MyApplications mine={data.applications} />
            <Suspense>
              <MayTake />
            </Suspense>
            {!looksAfter && <OwnLinks />}
            {looksAfter && <MyRequests requests={data.requests} />}
          </div>
          {looksAfter && (
            <div className="home-side">
              <Applications />
              <Latest events={data.latest} />
            </div>
          )}
        </div>
      </PageBody>
    </Page>
  );
}

function headingOf(home: Home, name: string, looksAfter: boolean, guide: boolean): string {
  const first = name.split(/\s+/)[0] ?? name;
  if (home.waiting.total > 0) return words.waitingTitle(home.waiting.total);
  if (home.ending.total > 0) return words.endingTitle(home.ending.total, excepted(home));
  if (home.endingKeys.length > 0) return words.endingKeysTitle(home.endingKeys.length);
  if (guide) return words.welcome(first);
  return looksAfter ? words.calm : words.hello(first);
}

function Lead({ home, guide, looksAfter }: { home: Home; guide: boolean; looksAfter: boolean }): ReactNode {
  const now = useNow();
  const today = formatDate(now, { weekday: 'long', day: 'numeric', month: 'long' });
  if (guide && home.waiting.total === 0 && home.ending.total === 0 && home.endingKeys.length === 0)
    return words.guideLead;
  if (!looksAfter) return words.memberLead(home.applications.length);
  const { counts } = home;
  if (home.waiting.total > 0 && home.ending.total > 0)
    return words.today(today, words.alsoEnding(home.ending.total, excepted(home)));
  return words.today(today, counts ? words.counts(counts) : '');
}

const excepted = ({ ending }: Home) => ending.items.some(({ kind }) => kind === 'exception');

/** Users who asked to be deleted, for viewers who may delete them. */
function DeletionsAsked({ count }: { count: number | null }): ReactNode {
  if (!count) return null;
  return (
    <Callout icon={Trash2Icon}>
      <b>{words.deletionsAsked(count)}</b>
      <p>
        <TextLink to="/users" search={{ deletion: 'asked' }}>
          {words.showThem}
        </TextLink>
      </p>
    </Callout>
  );
}

/** Mails that are held because no mail server is set. */
function MailsHeld({ count }: { count: number | null }): ReactNode {
  if (!count) return null;
  return (
    <Callout icon={MailIcon}>
      <b>{words.mailsHeld(count)}</b>
      <p>
        {words.mailsHeldText}{' '}
        <TextLink to="/settings/$tab" params={{ tab: 'mail' }}>
          {words.setMailServer}
        </TextLink>
      </p>
    </Callout>
  );
}

/** The latest changes, as sentences. */
function Latest({ events }: { events: readonly Event[] }): ReactNode {
  if (events.length === 0) return null;
  return (
    <Section
      title={words.latest}
      end={
        <TextLink to="/audit" className="small">
          {words.audit}
        </TextLink>
      }
    >
      <Timeline
        events={events.map((event) => ({
          id: String(event.no),
          what: <EventSentence event={event} />,
          at: <Time at={event.at} />,
        }))}
      />
    </Section>
  );
}

/**
 * Secrets and keys of programs that expire soon, and programs without a key. The list reminds the viewer to replace
 * them in time.
 */
function EndingKeys({ keys }: { keys: readonly EndingClientKey[] }): ReactNode {
  if (keys.length === 0) return null;
  return (
    <Section title={words.endingKeys} n={keys.length}>
      <div className="lines">
        {keys.map(({ key, client, application }) => (
          <div key={key.id} className="ending-row">
            <span className="lead-column">
              {key.ended ? <StatusTag kind="no">{words.keyEnded}</StatusTag> : <EndsAt at={key.endsAt} />}
            </span>
            <span className="grow who">
              <KeyRoundIcon />
              <span className="ellipsis">{words.keyOf(key.name, client.name)}</span>
            </span>
            <span className="text-muted hide-on-phone">{application.name}</span>
            <ButtonLink
              small
              to="/applications/$application"
              params={{ application: application.id }}
              search={{ tab: 'clients', open: client.id }}
              aria-label={words.showKeysOf(client.name)}
            >
              {words.showKeys}
            </ButtonLink>
          </div>
        ))}
      </div>
    </Section>
  );
}
