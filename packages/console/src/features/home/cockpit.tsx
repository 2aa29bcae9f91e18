import { type Home, licetApplication, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shortLength } from '../../blocks/durations.ts';
import { endingText } from '../../blocks/endings.ts';
import { GainedAndLost } from '../../blocks/over-time/gained-and-lost.tsx';
import { dayOf, SIGN_IN_DAYS, signInsQuery } from '../../blocks/over-time/series.ts';
import { SignInsByWay } from '../../blocks/over-time/sign-ins-by-way.tsx';
import { say } from '../../blocks/say.tsx';
import { countText, totalOf } from '../../blocks/use-list.ts';
import { useWaiting } from '../../blocks/waiting-count.ts';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Figure, Figures } from '../../ui/figures.tsx';
import { InboxIcon } from '../../ui/icon.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EndsAt, Time, useNow } from '../../ui/time.tsx';
import { NotLoaded, SkeletonHeading } from '../../ui/until.tsx';
import { Administrators } from './administrators.tsx';
import { Ending } from './ending.tsx';
import { endsFact, failedFact, succeededFact, timeToDecide } from './facts.ts';
import { Guide } from './guide.tsx';
import { useGuideMemory } from './guide-memory.ts';
import { LeadOnItsWay } from './lead-on-its-way.tsx';
import { administratorsQuery, decidedQuery, UNUSED_DAYS, unusedQuery, waitingQuery } from './queries.ts';
import { type HomeOf, Rest, Serious } from './rest.tsx';
import { UnusedAccess, unusedTotal } from './unused.tsx';
import { WaitingLongest, waitingItems } from './waiting.tsx';
import { figureWords, words } from './words.ts';
import './home.css';

const LIST_ROWS = 3;
const DECIDER_ROWS = 4;

/** The Home of administrators, and of users who decide on access. */
export function Cockpit({ home, kind }: HomeOf): ReactNode {
  const [{ closed }] = useGuideMemory();
  const counts = useWaiting();
  const waiting = counts.waiting ?? (counts.failed ? home.waiting.total : undefined);
  const guide = closed ? null : home.guide;
  const administers = kind === 'administrator';
  return (
    <Page
      title={words.title}
      heading={<Heading home={home} guide={guide !== null} waiting={waiting} />}
      lead={<Lead home={home} guide={guide !== null} />}
      tools={
        <ButtonLink kind="primary" icon={InboxIcon} to="/inbox" search={{ view: 'waiting' }}>
          {words.openInbox}
        </ButtonLink>
      }
    >
      <PageBody>
        <div className="home">
          {guide && <Guide guide={guide} />}
          <div className="home-row home-lists">
            <WaitingLongest total={waiting} shown={administers ? LIST_ROWS : DECIDER_ROWS} />
            {administers ? <Serious home={home} /> : !guide && <Ending ending={home.ending} />}
          </div>
          {guide ? null : administers ? <Administration home={home} /> : <Deciding home={home} />}
          {!guide && administers && (
            <>
              <div className="home-charts">
                <GainedAndLost />
                <SignInsByWay />
              </div>
              <div className="home-row">
                <UnusedAccess />
                <Administrators />
              </div>
            </>
          )}
          <Rest home={home} shown={administers} />
        </div>
      </PageBody>
    </Page>
  );
}

interface HeadProps {
  home: Home;
  guide: boolean;
  waiting?: number | undefined;
}

/** The state as a title. */
export function titleOf({ ending, endingKeys }: Home, waiting: number, guide: boolean, name: string): string {
  const excepted = ending.items.some(({ kind }) => kind === 'exception');
  if (waiting > 0) return words.waitingTitle(waiting);
  if (ending.total > 0) return words.endingTitle(ending.total, excepted);
  if (endingKeys.length > 0) return words.endingKeysTitle(endingKeys.length);
  return guide ? words.welcome(name.split(/\s+/)[0] ?? name) : words.calm;
}

function Heading({ home, guide, waiting }: HeadProps): ReactNode {
  const name = useMe()?.user.name ?? '';
  return (
    <h1>
      {waiting === undefined ? <SkeletonHeading name={words.title} width={220} /> : titleOf(home, waiting, guide, name)}
    </h1>
  );
}

function Lead({ home, guide }: HeadProps): ReactNode {
  const { data, error } = useQuery(waitingQuery);
  const oldest = data && waitingItems(data)[0];
  const [first] = home.ending.items;
  if (!data && !error) return <LeadOnItsWay />;
  const parts = [
    oldest && say(words.oldest, { when: <Time at={oldest.at} /> }),
    first && say(words.nextEnds, { when: <Time at={endingText(first).ends} /> }),
  ].filter((part) => part !== undefined);
  if (parts.length > 0)
    return parts.map((part, place) => (
      <span key={place === 0 ? 'first' : 'second'}>
        {place > 0 && ' '}
        {part}
      </span>
    ));
  if (guide) return words.guideLead;
  return home.counts ? words.counts(home.counts) : data && words.nothingWaits;
}

/** The figures of an administrator, as far as the viewer may read them. */
function Administration({ home }: { home: Home }): ReactNode {
  const { may } = useMay();
  return (
    <Figures label={figureWords.label}>
      {may('audit.read') && <SignIns />}
      {may('audit.read') && <Failed />}
      {may('users.read') && may('applications.read') && <AdministratorFigure />}
      {may('access.read') && <Unused />}
      <EndsSoon home={home} />
    </Figures>
  );
}

/** The figures of a decider. */
function Deciding({ home }: { home: Home }): ReactNode {
  const { waiting } = useWaiting();
  const { data } = useQuery(waitingQuery);
  const decided = useQuery(decidedQuery);
  const oldest = data && waitingItems(data)[0];
  const median = decided.data && timeToDecide(decided.data.items);
  return (
    <Figures label={figureWords.label}>
      <Figure
        to="/inbox"
        search={{ view: 'waiting' }}
        label={figureWords.waiting}
        value={waiting === undefined ? undefined : countText(waiting)}
        fact={oldest ? say(figureWords.oldest, { when: <Time at={oldest.at} /> }) : data && figureWords.nothing}
      />
      <EndsSoon home={home} />
      <Figure
        to="/inbox"
        search={{ view: 'decided' }}
        label={figureWords.timeToDecide}
        value={decided.data ? (median ? shortLength(median.seconds) : figureWords.none) : failed(decided.error)}
        fact={decided.data ? figureWords.ofDecisions(median?.of ?? 0) : problemOf(decided.error)}
      />
    </Figures>
  );
}

const failed = (error: Error | null) => (error ? figureWords.none : undefined);
const problemOf = (error: Error | null) => error && <NotLoaded />;

/** The sign-ins of the last days, and the instant at which the list of them begins. */
function useSignIns() {
  const now = useNow();
  const { data, error } = useQuery(signInsQuery(now));
  const points = data?.points.slice(-SIGN_IN_DAYS);
  return { points, error, from: `${points?.[0]?.day ?? dayOf(now.getTime())}T00:00:00.000Z` };
}

function SignIns(): ReactNode {
  const { points, error, from } = useSignIns();
  const attempts = points?.reduce((sum, point) => sum + point.signedIn + point.refused, 0);
  return (
    <Figure
      to="/audit"
      search={{ tab: 'sign-ins', from }}
      label={figureWords.signIns(SIGN_IN_DAYS)}
      value={attempts === undefined ? failed(error) : countText(attempts)}
      fact={points ? succeededFact(points) : problemOf(error)}
    />
  );
}

function Failed(): ReactNode {
  const { points, error, from } = useSignIns();
  return (
    <Figure
      to="/audit"
      search={{ tab: 'sign-ins', outcome: 'refused', from }}
      label={figureWords.failed}
      value={points ? countText(points.reduce((sum, { refused }) => sum + refused, 0)) : failed(error)}
      fact={points ? failedFact(points) : problemOf(error)}
    />
  );
}

function AdministratorFigure(): ReactNode {
  const { data, error } = useQuery(administratorsQuery);
  return (
    <Figure
      to="/users"
      search={{ application: licetApplication, role: data?.role }}
      label={figureWords.administrators}
      value={data ? totalOf(data.all) : failed(error)}
      fact={data ? figureWords.noSecondFactor(data.open.total) : problemOf(error)}
    />
  );
}

function Unused(): ReactNode {
  const { data, error } = useQuery(unusedQuery);
  const [first] = data?.counted.toSorted((one, other) => other.total - one.total) ?? [];
  const link = {
    label: figureWords.unused,
    value: data ? unusedTotal(data) : failed(error),
    fact: data
      ? data.counted.length > 0
        ? figureWords.notUsedIn(UNUSED_DAYS)
        : figureWords.notMeasured
      : problemOf(error),
  };
  if (!first) return <Figure to="/applications" {...link} />;
  return (
    <Figure
      to="/applications/$application"
      params={{ application: first.application.id }}
      search={{ tab: 'usage', unused: `${UNUSED_DAYS}` }}
      {...link}
    />
  );
}

function EndsSoon({ home: { ending } }: { home: Home }): ReactNode {
  const [first] = ending.items;
  const days = limits.endingSoon.value / 86_400;
  return (
    <Figure
      to="/ending"
      label={figureWords.endsIn(days)}
      value={countText(ending.total)}
      fact={first ? say(endsFact(ending), { when: <EndsAt at={endingText(first).ends} /> }) : figureWords.nothing}
    />
  );
}
