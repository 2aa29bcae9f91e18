import { formatNumber } from '../../ui/format.ts';
import type * as English from './words.en.ts';

export const words: typeof English.words = {
  span: 'Über welche Zeit',
  quarter: '90 Tage',
  year: 'Ein Jahr',
  day: 'Tag (UTC)',
  week: 'Woche ab (UTC)',
  exercisedTitle: 'Nutzung im Verlauf',
  exercised: 'Male genutzt',
  exercisedSummary: (count, days) =>
    `In ${days} Tagen wurden Berechtigungen ${formatNumber(count)}-mal genutzt, wie die Anwendung meldet.`,
  nothingUsed: 'In dieser Zeit wurde keine Nutzung gemeldet. Eine API mit einem Client der Art „Dienst“ meldet sie.',
  begin: 'So fangen Sie an',
  accessTitle: 'Zugriff im Verlauf',
  people: 'Personen',
  accessSummary: (first, last, days) =>
    first === last
      ? `${formatNumber(last)} Personen haben hier Zugriff, so viele wie vor ${days} Tagen.`
      : `${formatNumber(last)} Personen haben hier Zugriff; vor ${days} Tagen waren es ${formatNumber(first)}.`,
  signInsTitle: 'Anmeldungen im Verlauf',
  signedIn: 'Angemeldet',
  refused: 'Abgewiesen',
  signInsSummary: (signedIn, refused, days) =>
    `In ${days} Tagen gelangen ${formatNumber(signedIn)} Anmeldungen, ${formatNumber(refused)} wurden abgewiesen.`,
};
