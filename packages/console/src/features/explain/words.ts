import { catalogue } from '../../ui/language.ts';
import type { Tense } from './tense.ts';
import * as english from './words.en.ts';

export const { words } = catalogue('explain', english);

/** "now", or the day with the hour, in the gap. */
export const whenWords = (tense: Tense, day: string): string => (tense === 'now' ? words.now : day);
