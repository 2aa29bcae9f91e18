import { limits } from './limits.ts';
import { mixesScripts } from './look-alikes.ts';
import { line } from './names.ts';
import { says } from './reasons/says.ts';
import type { Subject } from './reasons/subjects.ts';
import { foldForSearch } from './searching.ts';

/** Replaces the name and other data of an erased person. It is part of the audit chain's hashes, so it is the same in every language. */
export const erasedName = 'a person who was erased';
export const erasedUsername = 'erased';

/** The name of a person. Refuses names that resemble the placeholder of erased people, in English or in the German of the console. */
export function personName(what: Subject) {
  return line(limits.nameMax.value, what).refine((name) => !looksErased(name), {
    error: says('name_like_erased', { what }),
  });
}

// Refused anywhere in a name, because the console translates the placeholder wherever it occurs.
const reserved = [erasedName, 'Person (unkenntlich gemacht)'].map(foldForSearch);
/** The same, where a letter of another script may replace each letter. */
const resembling = reserved.map(
  (name) => new RegExp(name.replace(/[()]/g, '\\$&').replace(/[a-z]/g, '[$&\\P{ASCII}]'), 'u'),
);

function looksErased(name: string): boolean {
  const folded = foldForSearch(name).replace(/\s+/gu, ' ');
  return (
    reserved.some((each) => folded.includes(each)) ||
    (mixesScripts(name) && resembling.some((each) => each.test(folded)))
  );
}
