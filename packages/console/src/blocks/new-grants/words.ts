import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, formWords } = catalogue('blocks.new-grants', english);
