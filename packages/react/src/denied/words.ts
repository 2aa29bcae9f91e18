'use client';

import { type Reader, useWordsOf } from '../language.ts';
import { words as english } from './words.en.ts';

export type Words = typeof english;

/** The texts of a refusal in the reader's language; undefined while they are loading. */
export const useWords = (reader: Reader): Words | undefined => useWordsOf(english, (german) => german.words, reader);
