import type { ReviewItem } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import { recordedText } from '../recorded.ts';

// The event stream does not report decisions in a review, so lines are refetched at intervals.
const LOOK_AGAIN_MS = 60_000;

export const reviewQuery = (review: string) =>
  queryOptions({
    queryKey: ['reviews', 'one', review],
    queryFn: ({ signal }) => client.reviews.get({ params: { review }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });

const PAGE = 200;

/** All lines of a review that the viewer may see, as one list. */
export const linesQuery = (review: string) =>
  queryOptions({
    queryKey: ['reviews', 'lines', review],
    queryFn: async ({ signal }) => {
      const lines: ReviewItem[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
        const page = await client.reviews.items({ params: { review }, query, signal });
        lines.push(...page.items.map(spokenLine));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      return lines;
    },
  });

/** Translates the text that replaces the names of erased users in a line. */
export const spokenLine = (line: ReviewItem): ReviewItem => ({
  ...line,
  holder: { ...line.holder, name: recordedText(line.holder.name) },
  by: recordedText(line.by),
  reason: recordedText(line.reason),
  note: recordedText(line.note),
});

/** The effects of closing the review with these lines revoked, or shortened if an end is given. */
export const linesPlanQuery = (review: string, lines: readonly number[], ends: Date | undefined) =>
  queryOptions({
    queryKey: ['reviews', 'plan of lines', review, lines, ends],
    queryFn: ({ signal }) => {
      const body = { lines: [...lines], ...(ends && { ends: ends.toISOString() }) };
      return client.reviews.planLines({ params: { review }, body, signal });
    },
    placeholderData: keepPreviousData,
  });

export const closingQuery = (review: string) =>
  queryOptions({
    queryKey: ['reviews', 'closing', review],
    queryFn: ({ signal }) => client.reviews.plan({ params: { review }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
