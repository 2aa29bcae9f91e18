import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

const hold = (count: number) => plural(count, { one: '1 Person hat', other: `${formatNumber(count)} Personen haben` });

export const words: typeof English.words = {
  span: 'Über welche Zeit',
  quarter: '90 Tage',
  year: 'Ein Jahr',
  day: 'Tag (UTC)',
  week: 'Woche ab (UTC)',
  exercisedTitle: 'Nutzung im Verlauf',
  exercised: 'Nutzungen',
  exercisedSummary: (count, days) =>
    `In ${days === 1 ? 'einem Tag' : `${days} Tagen`} wurden Berechtigungen ${formatNumber(count)}-mal genutzt, wie die Anwendung meldet.`,
  nothingUsed: 'In dieser Zeit wurde keine Nutzung gemeldet. Eine API mit einem Client der Art „Dienst“ meldet sie.',
  begin: 'So fangen Sie an',
  accessTitle: 'Zugriff im Verlauf',
  people: 'Personen',
  accessNow: (count) => `${hold(count)} hier Zugriff.`,
  accessSummary: (first, last, days) => {
    if (first === last) return `${hold(last)} hier Zugriff, so viele wie vor ${days} Tagen.`;
    return `${hold(last)} hier Zugriff; vor ${days} Tagen ${first === 1 ? 'war' : 'waren'} es ${formatNumber(first)}.`;
  },
  nobodyHeld: 'In dieser Zeit hatte hier niemand Zugriff.',
  toGrants: 'Zu den Freigaben',
  signInsTitle: 'Anmeldungen im Verlauf',
  signedIn: 'Angemeldet',
  refused: 'Abgewiesen',
  signInsSummary: (signedIn, refused, days) =>
    `In ${days} Tagen ${plural(signedIn, { one: 'gelang 1 Anmeldung', other: `gelangen ${formatNumber(signedIn)} Anmeldungen` })}, ${formatNumber(refused)} ${refused === 1 ? 'wurde' : 'wurden'} abgewiesen.`,
  nobodySignedIn: 'In dieser Zeit hat sich niemand angemeldet und niemand es versucht.',
};
