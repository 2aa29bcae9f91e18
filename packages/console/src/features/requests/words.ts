import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, outcomeWords, stepWords, besideWords, catalogueWords, askWords, togetherWords } = catalogue(
  'requests',
  english,
);
