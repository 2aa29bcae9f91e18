import { catalogue } from '../ui/language.ts';
import * as english from './words.en.ts';

export const { words, editWords, findWords } = catalogue('blocks', english);
