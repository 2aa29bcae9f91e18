import { catalogue } from '../../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, permissionWords, addWords, deleteWords } = catalogue('applications.permissions', english);
