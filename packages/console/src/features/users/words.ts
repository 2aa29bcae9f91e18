import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

/** The words of the users' screens. */
export const { words, newUserWords, userWords, detailsWords, groupsWords, activityWords } = catalogue('users', english);
