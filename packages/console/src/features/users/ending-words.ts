import { catalogue } from '../../ui/language.ts';
import * as english from './ending-words.en.ts';

/** The words of the dialogs that suspend, sign out, delete or erase a user. */
export const { dialogWords, eraseWords, handOverWords } = catalogue('users.ending', english);
