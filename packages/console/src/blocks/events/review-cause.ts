import type { EventInSet } from '@licet/contract';
import { spoken } from '../spoken.ts';
import { eventParts } from './words.ts';

/** Names the review line that caused a change, who decided it, and why. */
export const reviewCauseText = ({ name, line, decidedBy, note }: NonNullable<EventInSet['review']>): string =>
  eventParts.review(name, line, decidedBy && spoken(decidedBy.name), spoken(note));
