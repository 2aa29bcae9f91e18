import { nameNowWords as words } from './words.ts';

/** As of another time the name of now, where it is another; nothing otherwise. */
export const nameNowFact = ({ nameNow }: { nameNow?: string | null | undefined }): (readonly [string, string])[] =>
  nameNow === undefined ? [] : [[words.nameNow, nameNow ?? words.deletedSince]];
