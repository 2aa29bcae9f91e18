import { catalogue } from '../../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, filterWords, revokeWords } = catalogue('applications.grants', english);
