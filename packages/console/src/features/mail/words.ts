import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const {
  words,
  formWords,
  failureWords,
  outboxWords,
  exampleWords,
  webhookWords,
  reminderWords,
  templateWords,
  stateWords,
  droppedWords,
} = catalogue('mail', english);
