import { nameNowWords as words } from './words.ts';

/** For a past instant, the current name as a fact, if it differs; otherwise no fact. */
export const nameNowFact = ({ nameNow }: { nameNow?: string | null | undefined }): (readonly [string, string])[] =>
  nameNow === undefined ? [] : [[words.nameNow, nameNow ?? words.deletedSince]];
