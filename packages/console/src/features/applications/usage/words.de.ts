import { plural } from '../../../ui/format.ts';
import type * as English from './words.en.ts';

export const words: typeof English.words = {
  permission: 'Berechtigung',
  title: 'Titel',
  people: 'Personen',
  times: 'Male',
  last: 'Zuletzt genutzt',
  never: 'Nie',
  none: '–',
  personUnit: (users) => plural(users, { one: 'Person', other: 'Personen' }),
  timeUnit: (count) => plural(count, { one: 'Mal', other: 'Male' }),
  search: 'Name oder Titel',
  which: 'Welche Berechtigungen',
  all: 'Alle',
  neverExercised: 'Nie genutzt',
  window: (days) => `Die letzten ${days} Tage`,
  windowSince: (days, day) => `Die letzten ${days} Tage; gemeldet seit ${day}`,
  table: (application) => `Nutzung von ${application}`,
  everyOne: 'Jede Berechtigung wurde genutzt',
  noneFits: 'Keine Berechtigung passt dazu',
  noneFitsText: 'Suchen Sie nach weniger Buchstaben.',
  nothing: 'Noch keine Nutzung gemeldet',
  nothingText:
    'Eine API, die {api} bewacht und die einen Client der Art „Dienst“ hat, meldet etwa einmal je Minute, welche Berechtigungen wirklich genutzt werden. Dann zeigt dieser Reiter, was vom Katalog genutzt wird und was nie.',
  openIntegration: 'Die Einbindung öffnen',
};
