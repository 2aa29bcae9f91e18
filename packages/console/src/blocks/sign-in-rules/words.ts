import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const { planWords, wayWords } = catalogue('blocks.sign-in-rules', english);
