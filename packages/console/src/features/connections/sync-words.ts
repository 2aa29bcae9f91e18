import { catalogue } from '../../ui/language.ts';
import * as english from './sync-words.en.ts';

/** The words of the synchronisation with a directory. */
export const { syncWords } = catalogue('connections.sync', english);
