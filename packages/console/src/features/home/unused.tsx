import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countText } from '../../blocks/use-list.ts';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { byShare, shareOf } from './facts.ts';
import { UNUSED_DAYS, type UnusedIn, unusedQuery } from './queries.ts';
import { unusedWords as words } from './words.ts';
import './home.css';

const SHOWN = 4;

/** The number of unused grants: "312", or "312+" if there are more. "–" if no application reports use. */
export function unusedTotal({ counted, more }: { counted: readonly UnusedIn[]; more: boolean }): string {
  if (counted.length === 0) return words.none;
  const total = counted.reduce((sum, one) => sum + one.total, 0);
  return `${countText(total)}${more || counted.some(({ atLeast }) => atLeast) ? '+' : ''}`;
}

/** The applications with the largest share of unused grants. */
export function UnusedAccess(): ReactNode {
  const { data, error, refetch } = useQuery(unusedQuery);
  return (
    <Section
      title={words.title}
      n={words.days(UNUSED_DAYS)}
      end={
        <TextLink to="/reviews" search={{ add: '1' }} className="small">
          {words.review}
        </TextLink>
      }
    >
      {data ? (
        <>
          <Applications counted={data.counted.filter(({ total }) => total > 0)} measured={data.counted.length > 0} />
          {data.more && <p className="text-faint small">{words.firstOnly(data.asked)}</p>}
        </>
      ) : error ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Section>
  );
}

function Applications({ counted, measured }: { counted: readonly UnusedIn[]; measured: boolean }): ReactNode {
  if (counted.length === 0)
    return <p className="text-faint">{measured ? words.nothing : words.notMeasured(UNUSED_DAYS)}</p>;
  const sorted = byShare(counted).slice(0, SHOWN);
  return (
    <div className="lines">
      {sorted.map(({ application, total, atLeast }) => (
        <PlainLink
          key={application.id}
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab: 'usage', unused: `${UNUSED_DAYS}` }}
        >
          <span className="grow ellipsis" title={application.name}>
            <bdi>{application.name}</bdi>
          </span>
          <span className="home-bar" aria-hidden="true">
            <i style={{ width: `${shareOf({ total, grants: application.grants }) * 100}%` }} />
          </span>
          <span className="home-count text-muted small nowrap">
            {words.ofGrants(`${countText(total)}${atLeast ? '+' : ''}`, application.grants)}
          </span>
        </PlainLink>
      ))}
    </div>
  );
}
