import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EventSentence } from '../../blocks/events/event-sentence.tsx';
import { GainedAndLost } from '../../blocks/over-time/gained-and-lost.tsx';
import { gainsQuery } from '../../blocks/over-time/series.ts';
import { SignInsByWay } from '../../blocks/over-time/sign-ins-by-way.tsx';
import { useAction, useRefresh } from '../../blocks/use-action.ts';
import { countText, totalOf } from '../../blocks/use-list.ts';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Figure, Figures } from '../../ui/figures.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { CheckIcon, ZapIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { UseBar } from '../../ui/meter.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { changesQuery, coverageQuery, emergenciesQuery, violationsQuery } from './queries.ts';
import { type HomeOf, Rest } from './rest.tsx';
import { figureWords, auditorWords as words } from './words.ts';
import './home.css';

const WEEK = 7 * 86_400_000;

/**
 * The Home of an auditor: what changed since they last marked the changes as seen, or in the last seven days if they
 * never did.
 */
export function AuditorHome({ home }: HomeOf): ReactNode {
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK).toISOString());
  const from = home.seen ?? weekAgo;
  const changes = useQuery(changesQuery(from));
  const refresh = useRefresh();
  const newest = changes.data?.items[0]?.no;
  const mark = useAction(async () => {
    if (newest === undefined) return;
    await client.me.markSeen({ body: { no: newest } });
    await refresh();
  });
  const search = { from: new Date(from).toISOString() };
  return (
    <Page
      title={words.home}
      heading={
        <h1>
          {changes.data ? changesTitle(changes.data, home.seen) : changes.error ? words.home : <Skeleton width={220} />}
        </h1>
      }
      lead={home.seen === null ? words.neverMarked : words.sinceMarked}
      tools={
        newest !== undefined && (
          <Button kind="primary" icon={CheckIcon} pending={mark.pending} onClick={mark.run}>
            {words.markSeen}
          </Button>
        )
      }
    >
      <PageBody>
        <div className="home">
          {mark.problem && <ProblemNote problem={mark.problem} />}
          <AuditFigures
            marked={home.seen !== null}
            from={search.from}
            changes={changes.data}
            head={home.latest[0]?.no ?? 0}
          />
          <div className="home-wide">
            <Section
              title={words.changes}
              end={
                changes.data && (
                  <TextLink to="/audit" search={search} className="small">
                    {words.all(totalOf(changes.data))}
                  </TextLink>
                )
              }
            >
              {changes.data ? (
                changes.data.items.length === 0 ? (
                  <p className="text-faint">{words.nothing}</p>
                ) : (
                  <div className="lines">
                    {changes.data.items.map((event) => (
                      <PlainLink key={event.no} to="/audit" search={{ ...search, open: String(event.no) }}>
                        <span className="grow">
                          <EventSentence event={event} />
                        </span>
                        <span className="text-muted small nowrap">
                          <Time at={event.at} />
                        </span>
                      </PlainLink>
                    ))}
                  </div>
                )
              ) : changes.error ? (
                <ErrorState small error={changes.error} onRetry={() => void changes.refetch()} />
              ) : (
                <SkeletonLines lines={8} />
              )}
            </Section>
            <div className="home-side">
              <Emergencies />
              <Coverage />
            </div>
          </div>
          <div className="home-charts">
            <GainedAndLost />
            <SignInsByWay />
          </div>
          <Rest home={home} />
        </div>
      </PageBody>
    </Page>
  );
}

/** "17 changes since Monday 23 November, 16:40", or of the last seven days. */
export function changesTitle(page: { total: number; atLeast: boolean }, seen: string | null): string {
  if (seen === null) return words.changesInAWeek(page.total, totalOf(page));
  const at = formatDate(new Date(seen), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  return words.changesSince(page.total, totalOf(page), at);
}

interface AuditFiguresProps {
  marked: boolean;
  from: string;
  changes: { total: number; atLeast: boolean } | undefined;
  head: number;
}

function AuditFigures({ marked, from, changes, head }: AuditFiguresProps): ReactNode {
  const { may } = useMay();
  const gains = useQuery(gainsQuery(useNow())).data?.points.at(-1);
  const emergencies = useQuery(emergenciesQuery).data;
  const readsAccess = may('access.read');
  const violations = useQuery({ ...violationsQuery, enabled: readsAccess }).data;
  return (
    <Figures label={figureWords.label}>
      <Figure
        to="/audit"
        search={{ from }}
        label={words.changes}
        value={changes && totalOf(changes)}
        fact={words.sinceThen(marked)}
      />
      <Figure
        to="/audit"
        search={{ from: `${gains?.day ?? from.slice(0, 10)}T00:00:00.000Z` }}
        label={words.gainedAndLost}
        value={gains && `+${formatNumber(gains.gained)} −${formatNumber(gains.lost)}`}
        fact={words.thisWeek}
      />
      <Figure
        to="/emergencies"
        search={{ state: 'unreviewed' }}
        label={words.emergencies}
        value={emergencies && totalOf(emergencies)}
        fact={emergencies && words.waitForReview(emergencies.total)}
      />
      {readsAccess && (
        <Figure
          to="/separations"
          label={words.separation}
          value={violations && totalOf(violations)}
          fact={violations && words.breakRules(violations.total)}
        />
      )}
      <Figure to="/audit" label={words.chain} value={countText(head)} fact={words.events} />
    </Figures>
  );
}

/** How much of the access of each application was reviewed in the last 12 months, the least first. */
function Coverage(): ReactNode {
  const { may } = useMay();
  const isNow = useAsOf() === undefined;
  const { data } = useQuery({ ...coverageQuery, enabled: isNow && may('access.read') });
  if (!data || data.items.length === 0) return null;
  return (
    <Section
      title={words.coverage}
      n={words.coverageYear}
      end={
        <TextLink to="/reviews" search={{ view: 'all' }} className="small">
          {words.allReviews}
        </TextLink>
      }
    >
      <div className="lines">
        {data.items.map(({ application, grants, reviewed }) => (
          <PlainLink key={application.id} to="/reviews" search={{ view: 'all', application: application.id }}>
            <span className="grow ellipsis">
              <bdi>{application.name}</bdi>
            </span>
            <UseBar label={words.covered(reviewed, grants, application.name)} used={reviewed} holders={grants} />
          </PlainLink>
        ))}
        {data.total > data.items.length && (
          <div className="text-faint small">{words.moreApplications(data.total - data.items.length)}</div>
        )}
      </div>
    </Section>
  );
}

/** The uses of emergency access that nobody has reviewed. */
function Emergencies(): ReactNode {
  const { data } = useQuery(emergenciesQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={words.emergencies} n={totalOf(data)}>
      <div className="lines">
        {data.items.map(({ id, user, role, application, at }) => (
          <PlainLink key={id} to="/emergencies" search={{ open: id }}>
            <ZapIcon />
            <span className="grow">
              <b className="ellipsis block" title={user.name}>
                {user.name}
              </b>
              <span className="text-faint small ellipsis block">
                {role.name}, {application.name}
              </span>
            </span>
            <span className="text-muted small nowrap">
              <Time at={at} />
            </span>
          </PlainLink>
        ))}
      </div>
    </Section>
  );
}
