import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export const { words, presetWords, registerWords, placeWords, kindWords, aboutWords, formWords, directoryWords } =
  catalogue('connections', english);
