import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

const hold = (count: number) => plural(count, { one: '1 Person hat', other: `${formatNumber(count)} Personen haben` });

const percent = (share: number) => formatNumber(share, { style: 'percent' });

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
  gainedAndLost: 'Gewonnen und verloren',
  perWeek: 'pro Woche',
  gained: 'Gewonnen',
  lost: 'Verloren',
  gainsFile: 'gewonnen-und-verloren',
  gainsSummary: (since, gained, lost, memberships) => {
    const kinds = memberships ? 'Freigaben und Mitgliedschaften' : 'Freigaben';
    if (gained + lost === 0) return `Seit dem ${since} begannen und endeten keine ${kinds}.`;
    return `Seit dem ${since}: ${formatNumber(gained)} begonnene und ${formatNumber(lost)} beendete ${kinds}.`;
  },
  signIns: 'Anmeldungen',
  perDay: 'pro Tag',
  signInsFile: 'anmeldungen',
  ways: {
    passkey: 'Passkey',
    code: 'Passwort und Code',
    provider: 'Verbindung oder Verzeichnis',
    password: 'Nur Passwort',
    unknown: 'Weg nicht erfasst',
  },
  failed: 'Fehlgeschlagen',
  failedOn: (count) => `${formatNumber(count)} fehlgeschlagen`,
  passkeyShare: (now, before) => {
    const share = `Bei ${percent(now)} der Anmeldungen diente ein Passkey`;
    if (before === undefined) return `${share}.`;
    const difference = Math.round(now * 100) - Math.round(before * 100);
    if (difference === 0) return `${share}, so oft wie vor einem Monat.`;
    return `${share}, vor einem Monat bei ${percent(before)}.`;
  },
  signInsSummary: (signedIn, refused, days) => {
    if (signedIn + refused === 0) return `In ${days} Tagen versuchte niemand, sich anzumelden.`;
    return `In ${days} Tagen ${plural(signedIn, { one: 'gelang 1 Anmeldung', other: `gelangen ${formatNumber(signedIn)} Anmeldungen` })}, ${formatNumber(refused)} ${refused === 1 ? 'schlug' : 'schlugen'} fehl.`;
  },
};
