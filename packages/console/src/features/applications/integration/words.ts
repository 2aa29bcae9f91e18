import { catalogue } from '../../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, placeWords, tokenWords, stepWords } = catalogue('applications.integration', english);
