import { limits } from './limits.ts';
import { mixesScripts } from './look-alikes.ts';
import { line } from './names.ts';
import { foldForSearch } from './searching.ts';

/** What stands in the place of a person's name, and of what else was said of them. It is hashed: no language has another. */
export const erasedName = 'a person who was erased';
export const erasedUsername = 'erased';

/** The name of a person, never one that shows them as erased, in English or as the German console says it. */
export function personName(what: string) {
  return line(limits.nameMax.value, what).refine((name) => !looksErased(name), {
    error: `${what} could be taken for that of a person who was erased. Choose another.`,
  });
}

// It also counts within a name: the console translates it wherever it stands.
const reserved = [erasedName, 'Person (unkenntlich gemacht)'].map(foldForSearch);
/** The same with any letter of another script in the place of each letter. */
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
