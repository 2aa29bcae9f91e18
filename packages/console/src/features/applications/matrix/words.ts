import { catalogue } from '../../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, whyWords } = catalogue('applications.matrix', english);
