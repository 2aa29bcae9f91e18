import { catalogue } from '../../ui/language.ts';
import * as english from './sign-in-words.en.ts';

/** The words of how a user signs in, and where they are signed in. */
export const { signInWords, sessionWords } = catalogue('users.sign-in', english);
