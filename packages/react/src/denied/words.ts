'use client';

import { type Reader, useWordsOf } from '../words-of.ts';
import { words as english } from './words.en.ts';

export type Words = typeof english;

/** Returns the texts of a refusal in the user's language, or undefined while they are loading. */
export const useWords = (reader: Reader): Words | undefined => useWordsOf(english, (texts) => texts.words, reader);
