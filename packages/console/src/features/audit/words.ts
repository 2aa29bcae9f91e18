import { catalogue } from '../../ui/language.ts';
import * as english from './words.en.ts';

export type { Outcome } from './words.en.ts';
export const { words, actionGroups, outcomes } = catalogue('audit', english);

/** The field of a record, as people read it: `redirectUris` becomes "Redirect uris". */
export function fieldName(name: string): string {
  const spaced = name
    .replaceAll('.', ', ')
    .replace(/([a-z])([A-Z])/g, (_, small: string, large: string) => `${small} ${large.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
