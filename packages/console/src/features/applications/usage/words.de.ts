import { plural } from '../../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  permission: 'Berechtigung',
  title: 'Titel',
  people: 'Personen',
  times: 'Nutzungen',
  last: 'Zuletzt genutzt',
  never: 'Nie',
  none: '–',
  personUnit: (users) => plural(users, { one: 'Person', other: 'Personen' }),
  timeUnit: (count) => plural(count, { one: 'Nutzung', other: 'Nutzungen' }),
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
  unusedGrants: 'Erteilt, nicht genutzt',
  searchGrants: 'Inhaber, Rolle oder Berechtigung',
  span: 'Wie lange niemand sie genutzt hat',
  forDays: (days) => `Seit ${days} Tagen`,
  unusedTable: (application) => `Freigaben in ${application}, die niemand nutzt`,
  grantName: (holder, gives) => `${gives} von ${holder}`,
  to: 'An',
  gives: 'Gibt',
  since: 'Seit',
  takeAway: (count) => `${count} entziehen …`,
  takeAwayTitle: (count, application, days) =>
    `${plural(count, { one: 'Eine Freigabe', other: `${count} Freigaben` })} in ${application} entziehen, seit ${days} Tagen ungenutzt`,
  nothingUnused: 'Jede Freigabe wurde genutzt',
  nothingUnusedText: (days) =>
    `Von jeder Freigabe an Personen, die älter als ${days} Tage ist, wurde seither eine Berechtigung genutzt.`,
  notSeen: (day, days) =>
    `Gemeldet wird seit dem ${day}. Was seit ${days} Tagen niemand nutzt, lässt sich noch nicht sagen: Wählen Sie eine kürzere Zeit, oder warten Sie.`,
  shortSpan: (days, last) =>
    `${days} Tage sind weniger als ein Quartal. Was man einmal im Quartal oder im Jahr tut, erscheint hier als ungenutzt. Der letzte Bericht ist vom ${last} (UTC).`,
  seenText: (days, last) =>
    `Niemand, den diese Freigaben erreichen, hat seit ${days} Tagen etwas davon genutzt. Der letzte Bericht ist vom ${last} (UTC). Freigaben an Programme werden nicht beurteilt.`,
  unusedInRoles: 'In Rollen, nicht genutzt',
  role: 'Rolle',
  heldBy: 'Wer sie hat',
  searchInRoles: 'Rolle oder Berechtigung',
  inRolesTable: (application) => `Berechtigungen von Rollen in ${application}, die niemand genutzt hat`,
  pairName: (role, permission) => `${permission} der Rolle ${role}`,
  takeOut: (count) => `${count} herausnehmen …`,
  takeOutTitle: (count, role, days) =>
    `${count === 1 ? 'Eine Berechtigung' : `${count} Berechtigungen`} aus ${role} nehmen, die ${days} Tage lang niemand genutzt hat`,
  nothingInRoles: 'Alles, was Rollen geben, wurde genutzt',
  nothingInRolesText: (days) =>
    `Jede Berechtigung, die eine Rolle seit ${days} Tagen gibt, hat jemand genutzt, der diese Rolle hat.`,
  seenInRoles: (days, last) =>
    `Niemand, der diese Rollen hat, hat diese Berechtigungen in ${days} Tagen genutzt. Der letzte Bericht ist vom ${last} (UTC). Rollen, die Programme haben, bleiben außer Betracht.`,
  notFound: 'Nichts gefunden',
  notFoundText: 'Nichts von dem, was niemand genutzt hat, heißt so.',
  openIntegration: 'Die Einbindung öffnen',
};
