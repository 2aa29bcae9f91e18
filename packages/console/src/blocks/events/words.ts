import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const { eventWords, eventParts } = catalogue('blocks.events', english);
