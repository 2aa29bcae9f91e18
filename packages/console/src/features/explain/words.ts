import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

/** The words of Explain. */
export const { words } = catalogue('explain', english);
