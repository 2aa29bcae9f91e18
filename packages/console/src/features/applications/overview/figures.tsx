import { limits } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accessSeriesQuery } from '../../../blocks/over-time/series.ts';
import { useUsualSpan } from '../../../blocks/over-time/span.tsx';
import { say } from '../../../blocks/say.tsx';
import { countText, totalOf } from '../../../blocks/use-list.ts';
import { useAsOf } from '../../../session/as-of.ts';
import { client } from '../../../session/client.ts';
import { usePermission } from '../../../session/may.ts';
import { Figure, Figures } from '../../../ui/figures.tsx';
import { formatList } from '../../../ui/format.ts';
import { EndsAt } from '../../../ui/time.tsx';
import { NotLoaded } from '../../../ui/until.tsx';
import { type TabProps, useRights } from '../application-tab.ts';
import { grantListQuery, roleListQuery, unusedQuery } from '../queries.ts';
import { openReviewsQuery, waitingQuery } from './waiting.tsx';
import { figureWords as words } from './words.ts';

const WEEK = 7;
const UNUSED_FOR = limits.usageWindow.value;

/**
 * The figures of an application, each with a link to its list. At a past instant, only the figures that the server can
 * compute for it.
 */
export function ApplicationFigures({ application }: TabProps): ReactNode {
  const rights = useRights(application);
  const now = useAsOf() === undefined;
  return (
    <Figures label={words.label}>
      {rights.access && <People application={application} />}
      {rights.grant && <Waiting application={application} />}
      <Ending application={application} />
      {rights.access && now && !application.builtIn && <Unused application={application} />}
      <Administrators application={application} />
    </Figures>
  );
}

/** Returns the content of a figure in each state of its query: loading, failed or answered. */
function shown<Data>(
  { data, error }: { data: Data | undefined; error: Error | null },
  answer: (data: Data) => { value: string; fact: ReactNode },
): { value: string | undefined; fact?: ReactNode } {
  if (data !== undefined) return answer(data);
  return error ? { value: words.none, fact: <NotLoaded /> } : { value: undefined };
}

/** Uses the same query as the chart below, so that the server counts only once. */
function People({ application: { id, createdAt } }: TabProps): ReactNode {
  const mayList = usePermission('users.read');
  const query = useQuery(accessSeriesQuery(id, useUsualSpan(createdAt)));
  const figure = shown(query, ({ points }) => {
    const [before = 0, present = 0] = [points.at(-1 - WEEK)?.people, points.at(-1)?.people];
    return { value: countText(present), fact: words.thanAWeekAgo(present - before) };
  });
  if (mayList) return <Figure to="/users" search={{ application: id }} label={words.people} {...figure} />;
  return (
    <Figure
      to="/applications/$application"
      params={{ application: id }}
      search={{ tab: 'matrix', rows: 'people' }}
      activeProps={{}}
      label={words.people}
      {...figure}
    />
  );
}

function Waiting({ application: { id } }: TabProps): ReactNode {
  const requests = useQuery(waitingQuery(id));
  const reviews = useQuery(openReviewsQuery(id));
  const both = requests.data && reviews.data && ([requests.data.total, reviews.data.total] as const);
  const figure = shown({ data: both, error: requests.error ?? reviews.error }, ([asked, open]) => ({
    value: countText(asked + open),
    fact: words.waitingFor(asked, open),
  }));
  return <Figure to="/inbox" search={{ view: 'waiting' }} label={words.waiting} {...figure} />;
}

function Ending({ application: { id } }: TabProps): ReactNode {
  const figure = shown(useQuery(endingQuery(id)), (page) => {
    const [first] = page.items;
    const ends = first && (first.kind === 'exception' ? first.exception.ends : first.grant.ends);
    return { value: totalOf(page), fact: first ? say(words.next, { when: <EndsAt at={ends} /> }) : words.nothing };
  });
  const days = limits.endingSoon.value / 86_400;
  return <Figure to="/ending" search={{ application: id }} label={words.endsIn(days)} {...figure} />;
}

const endingQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'ending'],
    queryFn: ({ signal }) => client.endings.list({ query: { application, sort: 'ends', limit: 1 }, signal }),
  });

function Unused({ application: { id } }: TabProps): ReactNode {
  const figure = shown(useQuery(unusedQuery(id, { days: UNUSED_FOR, limit: 1 })), (page) =>
    page.seen
      ? { value: totalOf(page), fact: words.notUsedIn(UNUSED_FOR) }
      : { value: words.none, fact: words.notMeasured },
  );
  return (
    <Figure
      to="/applications/$application"
      params={{ application: id }}
      search={{ tab: 'usage', unused: `${UNUSED_FOR}` }}
      activeProps={{}}
      label={words.unused}
      {...figure}
    />
  );
}

const NAMES = 3;

function Administrators({ application: { id } }: TabProps): ReactNode {
  const roles = useQuery(roleListQuery(id, { q: 'admin', sort: 'name' }));
  const role = roles.data?.items.find(({ builtIn }) => builtIn);
  const grants = useQuery({
    ...grantListQuery(id, { role: role?.id, state: 'active', limit: NAMES }),
    enabled: role !== undefined,
  });
  const names = grants.data?.items.map(({ principal }) => principal.name) ?? [];
  const more = (grants.data?.total ?? 0) - names.length;
  const figure = shown({ data: grants.data && role, error: roles.error ?? grants.error }, ({ holders }) => ({
    value: countText(holders),
    fact: formatList(more > 0 ? [...names, words.more(more)] : names),
  }));
  return (
    <Figure
      to="/applications/$application"
      params={{ application: id }}
      search={{ tab: 'grants', role: role?.id }}
      activeProps={{}}
      label={words.administrators}
      {...figure}
    />
  );
}
