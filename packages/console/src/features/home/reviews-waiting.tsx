import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChevronRightIcon, ClipboardCheckIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { ownReviewsQuery } from './queries.ts';
import { words } from './words.ts';

/** Reviews with lines that wait for the viewer's decision. */
export function ReviewsWaiting(): ReactNode {
  const { data } = useQuery(ownReviewsQuery);
  const waiting = data?.items.filter(({ mine }) => mine.waiting > 0) ?? [];
  if (waiting.length === 0) return null;
  return (
    <Section
      title={words.reviewsWaiting}
      n={waiting.length}
      end={
        <TextLink to="/reviews" className="small">
          {words.allReviews}
        </TextLink>
      }
    >
      <div className="lines">
        {waiting.map(({ id, name, mine, endsAt }) => (
          <PlainLink key={id} to="/inbox" search={{ view: 'waiting', open: `review.${id}` }}>
            <ClipboardCheckIcon />
            <span className="grow">
              <b className="block">
                <bdi>{name}</bdi>
              </b>
              <span className="text-faint small block">{words.reviewLines(mine.waiting)}</span>
            </span>
            <span className="text-muted small nowrap">
              {words.reviewUntil} <Time at={endsAt} />
            </span>
            <ChevronRightIcon className="hide-on-phone" />
          </PlainLink>
        ))}
      </div>
    </Section>
  );
}
