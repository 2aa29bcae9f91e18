import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, emailWords, credentialWords, ownDataWords, linkedWords, delegationWords } = catalogue(
  'me',
  english,
);
