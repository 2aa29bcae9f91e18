import { licetApplication } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { say } from '../../blocks/say.tsx';
import { countText, totalOf } from '../../blocks/use-list.ts';
import { useMay } from '../../session/may.ts';
import { formatFirst } from '../../ui/format.ts';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { isLongAway } from './facts.ts';
import { administratorsQuery } from './queries.ts';
import { administratorWords as words } from './words.ts';

/**
 * The administrators of Licet: their number, those without a second factor, and one who has not signed in for long.
 */
export function Administrators(): ReactNode {
  const { may } = useMay();
  const asks = may('users.read') && may('applications.read');
  const { data, error, refetch } = useQuery({ ...administratorsQuery, enabled: asks });
  const now = useNow();
  if (!asks) return null;
  const search = { application: licetApplication, role: data?.role };
  const [first] = data?.all.items ?? [];
  const longest = first && isLongAway(first.lastSignInAt, now) ? first : undefined;
  return (
    <Section
      title={words.title}
      end={
        data && (
          <TextLink to="/users" search={search} className="small">
            {words.all(totalOf(data.all))}
          </TextLink>
        )
      }
    >
      {data ? (
        <div className="lines">
          <PlainLink to="/users" search={search}>
            <Line title={words.ofLicet} text={words.mayEverything} end={totalOf(data.all)} />
          </PlainLink>
          <PlainLink to="/users" search={{ ...search, missing: 'second_factor' }}>
            <Line
              title={words.noSecondFactor}
              text={
                data.open.total === 0
                  ? words.allHaveOne
                  : formatFirst(
                      data.open.items.map(({ name }) => name),
                      2,
                      (more) => words.more(more + data.open.total - data.open.items.length),
                    )
              }
              end={countText(data.open.total)}
            />
          </PlainLink>
          {longest && (
            <PlainLink to="/users" search={{ ...search, sort: 'lastSignInAt' }}>
              <Line
                title={words.longestAway}
                text={
                  longest.lastSignInAt === null
                    ? words.never(longest.name)
                    : say(words.lastOn(longest.name), { when: <Time at={longest.lastSignInAt} /> })
                }
              />
            </PlainLink>
          )}
        </div>
      ) : error ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Section>
  );
}

function Line({ title, text, end }: { title: string; text: ReactNode; end?: string }): ReactNode {
  return (
    <>
      <span className="grow">
        <b className="block">{title}</b>
        <span className="text-faint small ellipsis block">{text}</span>
      </span>
      {end !== undefined && <span className="text-muted small">{end}</span>}
    </>
  );
}
