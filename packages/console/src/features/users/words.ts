import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

/** The words of the users' screens. */
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
  signInWords,
  inviteWords,
  invitationWords,
  eraseWords,
} = catalogue('users', english);
