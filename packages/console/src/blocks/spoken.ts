import { erasedName, erasedUsername } from '@licet/contract';
import { words } from './words.ts';

/** A text that was recorded, with what stands in it for a person who was erased in the language of this page. */
export const spoken = (text: string): string => text.replaceAll(erased, () => words.erased);

const erased = new RegExp(`${erasedName}(?: \\(${erasedUsername}\\))?`, 'g');
