import { catalogue } from '../../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, formWords, clientWords, accessWords, secretWords, keyWords } = catalogue(
  'applications.clients',
  english,
);
