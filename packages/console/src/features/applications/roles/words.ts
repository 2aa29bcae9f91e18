import { catalogue } from '../../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, roleWords, formWords, checklistWords, deleteWords } = catalogue('applications.roles', english);
