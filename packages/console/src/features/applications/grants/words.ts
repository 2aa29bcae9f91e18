import { catalogue } from '../../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, formWords, filterWords, revokeWords } = catalogue('applications.grants', english);
