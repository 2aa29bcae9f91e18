import type { EventInSet } from '@licet/contract';
import { spoken } from '../spoken.ts';
import { eventParts } from './words.ts';

/** The review whose closing made a change, who had decided its line, and why. */
export const reviewCauseText = ({ name, line, decidedBy, note }: NonNullable<EventInSet['review']>): string =>
  eventParts.review(name, line, decidedBy && spoken(decidedBy.name), spoken(note));
