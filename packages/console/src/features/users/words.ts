import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const {
  words,
  newUserWords,
  linkWords,
  userWords,
  accessWords,
  dialogWords,
  detailsWords,
  groupsWords,
  sessionWords,
  activityWords,
} = catalogue('users', english);
