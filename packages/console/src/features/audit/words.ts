import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export type { Outcome } from './words.en.ts';
export const { words, actionGroups, outcomes } = catalogue('audit', english);
