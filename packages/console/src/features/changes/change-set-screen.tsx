import type { AppliedPlanInFull } from '@licet/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { actorName, EventSentence } from '../../blocks/events/event-sentence.tsx';
import { EffectLinesThen, EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import { RevertButton } from '../../blocks/revert/revert-button.tsx';
import { words as revertWords } from '../../blocks/revert/words.ts';
import { say } from '../../blocks/say.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { usePermission } from '../../session/may.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatNumber } from '../../ui/format.ts';
import { HistoryIcon } from '../../ui/icons.tsx';
import { Crumb, TextLink } from '../../ui/links.tsx';
import { Lines, Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { SkeletonWords } from '../../ui/until.tsx';
import { LargeRevert, useLargeRevert } from './large-revert.tsx';
import { appliedEffectsQuery, appliedEventsQuery, changeSetQuery } from './queries.ts';
import { words } from './words.ts';
import './changes.css';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useTyped } from '../../blocks/typed-search.ts';
import { SearchField } from '../../ui/search-field.tsx';

const route = getRouteApi('/signed-in/changes/$no');

/** One applied change set: its author, reason and effects, whether it was reverted, and a button to revert it. */
export function ChangeSetScreen(): ReactNode {
  const { no: set } = route.useParams();
  const { data, error, refetch } = useQuery(changeSetQuery(set));
  const title = words.setTitle(formatNumber(Number(set)));
  return (
    <Page
      title={title}
      crumbs={
        <Breadcrumbs>
          <Crumb to="/changes" search={{ tab: 'applied' }}>
            {words.title}
          </Crumb>
          <span>{title}</span>
        </Breadcrumbs>
      }
      tools={data && data.revertedBy === null && data.effects !== null && <RevertButton question={{ plan: data.no }} />}
      lead={
        data ? (
          data.reason || (data.set === null ? words.noReason : words.fromSet(data.set))
        ) : error ? undefined : (
          <SkeletonWords>{words.noReason}</SkeletonWords>
        )
      }
    >
      <PageBody>
        {data ? (
          <ChangeSet set={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </PageBody>
    </Page>
  );
}

function ChangeSet({ set }: { set: AppliedPlanInFull }): ReactNode {
  const mayAudit = usePermission('audit.read');
  const { actor, at, changes, revertedBy, reverts, reverted, effects } = set;
  return (
    <div className="draft">
      <p className="text-muted">
        <b>{actorName(actor)}</b>, <Time at={at} />, {words.setCount(changes)}
      </p>
      {effects === null && revertedBy === null && <RevertLarge set={set.no} />}
      {revertedBy && (
        <Callout>
          {say(words.revertedBy, { who: <b>{actorName(revertedBy.actor)}</b>, set: <SetLink set={revertedBy.no} /> })}
        </Callout>
      )}
      {reverts.length > 0 && (
        <Callout>
          <b>{words.reverts}</b>
          <ul>
            {reverted.map((event) => (
              <li key={event.no}>
                <Reverted event={event} mayAudit={mayAudit} />
              </li>
            ))}
          </ul>
          {reverted.length < reverts.length && <p>{words.moreReverted(reverts.length - reverted.length)}</p>}
        </Callout>
      )}
      {effects ? (
        <Section title={words.effects}>
          <EffectsThen effects={effects} at={at} />
        </Section>
      ) : (
        <PagedEffects set={set.no} at={at} />
      )}
      <SetEvents set={set} />
    </div>
  );
}

/** Reverts a change set that has too many changes for the draft. */
function RevertLarge({ set }: { set: number }): ReactNode {
  const revert = useLargeRevert(set);
  const isBegun = revert.progress || revert.planned || revert.problem;
  if (useAsOf() !== undefined) return null;
  if (isBegun) return <LargeRevert revert={revert} />;
  return (
    <div className="draft-foot">
      <Button icon={HistoryIcon} onClick={() => void revert.plan()}>
        {revertWords.revert}
      </Button>
    </div>
  );
}

/** What this change set reverted: a change set with its author and reason, or a single change in words. */
function Reverted({ event, mayAudit }: { event: AppliedPlanInFull['reverted'][number]; mayAudit: boolean }): ReactNode {
  if (event.action === 'plan.applied') {
    const reason = reasonOf(event.after);
    return (
      <>
        <SetLink set={event.no} />, {actorName(event.actor)}, <Time at={event.at} />
        {reason !== '' && `: ${reason}`}
      </>
    );
  }
  return (
    <>
      <EventSentence event={{ ...event, hash: '', previousHash: '' }} />{' '}
      {mayAudit && (
        <TextLink to="/audit" search={{ open: String(event.no) }}>
          {words.eventNo(formatNumber(event.no))}
        </TextLink>
      )}
    </>
  );
}

const reasonOf = (after: unknown): string =>
  typeof after === 'object' && after !== null && 'reason' in after && typeof after.reason === 'string'
    ? after.reason
    : '';

/** Links to the page of a change set by its number. */
function SetLink({ set }: { set: number }): ReactNode {
  return (
    <TextLink to="/changes/$no" params={{ no: String(set) }}>
      {words.setNo(formatNumber(set))}
    </TextLink>
  );
}

/** The effects of a large change set by user and program, with pages and a search. */
function PagedEffects({ set, at }: { set: number; at: string }): ReactNode {
  const [q, setQ] = useState('');
  const [typed, type] = useTyped(q, setQ);
  const query = useInfiniteQuery(appliedEffectsQuery(set, q));
  const effects = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={words.effects}>
      <div className="set-search">
        <SearchField label={words.searchEffects} value={typed} onChange={type} />
      </div>
      {effects ? (
        <>
          {effects.length > 0 && <EffectLinesThen effects={effects} at={at} />}
          {effects.length === 0 && !query.hasNextPage && (
            <p className="text-muted">{q === '' ? words.noEffects : words.notFound}</p>
          )}
          {query.data?.pages[0]?.partial && <p className="small text-faint">{words.partial}</p>}
          <ShowMore query={query} />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Section>
  );
}

/** The changes of a change set; with pages and a search if there are too many for one page. */
function SetEvents({ set }: { set: AppliedPlanInFull }): ReactNode {
  const count = set.no - set.first;
  return (
    <Section title={words.events} n={formatNumber(count)}>
      {count > set.events.length ? (
        <PagedEvents set={set.no} shortcut={set.effects !== null} />
      ) : (
        <EventLines events={set.events} />
      )}
    </Section>
  );
}

function PagedEvents({ set, shortcut }: { set: number; shortcut: boolean }): ReactNode {
  const [q, setQ] = useState('');
  const [typed, type] = useTyped(q, setQ);
  const query = useInfiniteQuery(appliedEventsQuery(set, q));
  const events = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <div className="set-search">
        <SearchField label={words.searchEvents} value={typed} onChange={type} shortcut={shortcut} />
      </div>
      {events ? (
        <>
          {events.length > 0 ? <EventLines events={events} /> : <p className="text-muted">{words.notFound}</p>}
          <ShowMore query={query} />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </>
  );
}

function EventLines({ events }: { events: AppliedPlanInFull['events'] }): ReactNode {
  const mayAudit = usePermission('audit.read');
  return (
    <Lines label={words.events}>
      {events.map((event) => (
        <div key={event.no}>
          <span className="grow">
            <EventSentence event={{ ...event, hash: '', previousHash: '' }} />
          </span>
          {mayAudit && (
            <TextLink to="/audit" search={{ open: String(event.no) }} aria-label={words.eventNo(String(event.no))}>
              {formatNumber(event.no)}
            </TextLink>
          )}
        </div>
      ))}
    </Lines>
  );
}
