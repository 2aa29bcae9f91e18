import { catalogue } from '../../ui/language.ts';
import * as english from './access-words.en.ts';

/** The words of what a user may do. */
export const { accessWords } = catalogue('users.access', english);
