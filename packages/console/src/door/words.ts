import { catalogue } from '../ui/language.ts';
import * as english from './words.en.ts';

export const {
  words,
  forgotWords,
  invitedWords,
  verifyEmailWords,
  signInWords,
  overWords,
  secondStepWords,
  setUpWords,
  passkeyWords,
  signedOutWords,
  setPasswordWords,
  setupWords,
} = catalogue('door', english);
