import { catalogue } from '../ui/language.ts';
import * as english from './words.en.ts';

export const {
  nameNowWords,
  words,
  editWords,
  findWords,
  endWords,
  conflictWords,
  explainWords,
  pageWords,
  grantsWords,
  requestWords,
  revokeWords,
  moreWords,
  sortWords,
  columnWords,
  stateWords,
  askWords,
  durationWords,
  signInWords,
  outcomeWords,
  mailRoundWords,
  mailWords,
  whenWords,
} = catalogue('blocks', english);
