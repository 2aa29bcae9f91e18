import { nameNowWords as words } from './words.ts';

/** For a past instant: the present name if it differs, otherwise nothing. */
export const nameNowFact = ({ nameNow }: { nameNow?: string | null | undefined }): (readonly [string, string])[] =>
  nameNow === undefined ? [] : [[words.nameNow, nameNow ?? words.deletedSince]];
