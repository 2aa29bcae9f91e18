import { catalogue } from './language.ts';
import * as english from './words.en.ts';

export const { words } = catalogue('ui', english);
