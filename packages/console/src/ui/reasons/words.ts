import { catalogue } from '../language.ts';
import * as english from './words.en.ts';

export const { reasons } = catalogue('reasons', english);
