import { lengthText } from '../../blocks/durations.ts';
import { eventParts } from '../../blocks/events/words.ts';
import { spoken } from '../../blocks/spoken.ts';
import { stateWords } from '../../blocks/words.ts';
import { exactTime } from '../../ui/time-words.ts';
import { words } from './words.ts';

/** The field of a record, as people read it: `redirectUris` becomes "Redirect addresses", `grant.ends` "Grant, ends". */
export function fieldName(name: string): string {
  const spoken = name.split('.').map(eventParts.field).join(', ');
  return spoken.charAt(0).toLocaleUpperCase() + spoken.slice(1);
}

/** A value of a record in words: an instant, a length of time, yes or no, a state or a kind by its name; anything else as it stands. */
export function valueText(name: string, text: string): string {
  if (INSTANT.test(text)) return exactTime(new Date(text));
  if (text === 'true' || text === 'false') return text === 'true' ? words.yes : words.no;
  const field = name.split('.').at(-1) ?? name;
  if (field === 'seconds' && COUNT.test(text)) return lengthText(Number(text));
  if (field === 'state') return named(stateWords, text);
  if (field === 'kind') return named(words.kinds, text);
  if (field === 'asks' || field === 'gives') return eventParts.thing(text);
  return field === 'status' ? named(words.statuses, text) : spoken(text);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const COUNT = /^\d{1,12}$/;

function named(names: Readonly<Record<string, string>>, text: string): string {
  return (Object.hasOwn(names, text) ? names[text] : undefined) ?? text;
}
