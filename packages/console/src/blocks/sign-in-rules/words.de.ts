import { formatNumber } from '../../ui/format.ts';
import type * as English from './words.ts';

export const wayWords: typeof English.wayWords = {
  names: { password: 'Passwort', passkey: 'Passkey', provider: 'Andere Anbieter' },
  hints: {
    password: 'Benutzername oder E-Mail-Adresse und ein Passwort, das Licet speichert.',
    passkey: 'Fingerabdruck, Gesicht oder PIN auf dem eigenen Gerät. Er lässt sich weder erraten noch weitergeben.',
    provider: 'Ein Konto anderswo, über die eingerichteten Verbindungen.',
  },
  listed: { password: 'Passwort', passkey: 'Passkey', provider: 'andere Anbieter' },
  notTaken: 'Das erlaubt die Organisation nicht.',
};

export const planWords: typeof English.planWords = {
  title: 'Was diese Regeln bewirken würden',
  titleNow: 'Was die Regeln jetzt bewirken',
  ofPeople: (people) => (people === 1 ? 'bei 1 Person' : `bei ${formatNumber(people)} Personen`),
  counting: 'Es wird nachgesehen, wer nicht hineinkäme …',
  noPlan: 'Wer nicht hineinkäme, wird nicht gezeigt',
  noPlanText: 'Ein Plan nennt Personen. Dafür brauchen Sie die Berechtigung users.read von Licet.',
  namesHidden:
    'Wer sie sind, wird nicht gezeigt: Diese Regeln verlangen etwas von einer Gruppe oder Rolle, deren Mitglieder Sie nicht sehen dürfen. Für Gruppen brauchen Sie die Berechtigung groups.read von Licet, für die Inhaber von Rollen access.read.',
  locksOut: 'Niemand aus der Administration ist auf diese Regeln vorbereitet',
  locksOutText:
    'Alle kämen nicht hinein oder müssten zuerst etwas einrichten, und das geht nur in einem Browser, in dem sie schon einmal angemeldet waren. Darum lassen sich diese Regeln nicht speichern. Richten Sie zuerst für sich einen zweiten Faktor oder einen Passkey ein, oder lassen Sie den Administratoren Zeit.',
  stopped: (count) =>
    count === 0
      ? 'Alle kämen weiterhin hinein.'
      : count === 1
        ? '1 Person käme bei der nächsten Anmeldung nicht hinein.'
        : `${formatNumber(count)} Personen kämen bei der nächsten Anmeldung nicht hinein.`,
  setsUp: (count) =>
    count === 1
      ? '1 Person muss vorher etwas einrichten, in einem Browser, den sie schon benutzt hat.'
      : `${formatNumber(count)} müssen vorher etwas einrichten, in einem Browser, den sie schon benutzt haben.`,
  waits: (count) =>
    count === 1
      ? '1 Person wird danach gefragt und darf warten.'
      : `${formatNumber(count)} werden danach gefragt und dürfen warten.`,
  stoppedNow: (count) =>
    count === 1
      ? '1 Person kommt schon jetzt nicht hinein.'
      : `${formatNumber(count)} Personen kommen schon jetzt nicht hinein.`,
  outcomesLabel: 'Wie vielen was geschieht',
  outcome: 'Bei der nächsten Anmeldung',
  would: 'Dann',
  now: 'Jetzt',
  outcomes: {
    stopped: 'Kommt nicht hinein',
    sets_up: 'Richtet zuerst ein',
    grace: 'Hat noch Zeit',
    no_recovery: 'Hat keinen Ersatz',
  },
  meanings: {
    stopped: 'Kommt nur hinein, wenn jemand hilft.',
    sets_up: 'Unterwegs, aber nur in einem Browser, in dem die Person schon angemeldet war.',
    grace: 'Wird danach gefragt und darf es verschieben.',
    no_recovery: 'Kommt hinein, aber nicht mehr, wenn verloren geht, womit sich die Person anmeldet.',
  },
  helps: {
    stopped:
      'Zeit hilft denen ohne zweiten Faktor. Ein Link zum Festlegen des Passworts, von ihrer Seite aus, hilft allen: Bis eine Stunde danach richten sie ein, was fehlt. Wer keinen Passkey hat, wo nur Passkeys gelten, muss einen anlegen, bevor das Passwort wegfällt.',
    sets_up:
      'Es ist nichts zu tun, aber sagen Sie es ihnen: An einem neuen Gerät oder ohne ihren Browser kämen sie nicht hinein.',
    grace:
      'Erinnern Sie sie, bevor ihre Zeit endet. Sie richten es auf ihrer eigenen Seite unter „Anmeldewege“ ein, oder wenn sie gefragt werden.',
    no_recovery:
      'Bitten Sie sie, auf ihrer eigenen Seite unter „Anmeldewege“ Wiederherstellungscodes oder einen zweiten Passkey anzulegen.',
  },
  giveTime: (day) => `Allen Zeit lassen bis ${day}`,
  saveNames: 'Namen als CSV herunterladen',
  csvHead: ['Name', 'Benutzername', 'Warum', 'Administrator', 'Zeit bis'],
  notAll: (saved, all) => `Die ersten ${formatNumber(saved)} von ${formatNumber(all)} Namen stehen in der Datei.`,
  search: 'Nach Namen suchen',
  name: 'Name',
  reason: 'Was fehlt',
  reasons: {
    no_way: 'Jeder Weg, der noch gilt',
    no_second_factor: 'Ein zweiter Faktor',
    no_recovery: 'Wiederherstellungscodes',
  },
  administrator: 'Administrator',
  until: 'bis',
  nobody: 'Alle kommen hinein',
  nobodyText: 'Alle, die sich anmelden, haben, was diese Regeln verlangen.',
  nobodyHere: 'Hier ist niemand',
  nobodyHereText: 'Die anderen stehen hier, wenn Sie oben ihre Zeile drücken.',
  nobodyFoundText: 'Suchen Sie nach weniger Buchstaben des Namens, oder sehen Sie oben bei den anderen nach.',
  saveQuestion: (count) => (count === 1 ? '1 Person aussperren?' : `${formatNumber(count)} Personen aussperren?`),
  saveAnyway: (count) =>
    count === 1 ? 'Speichern und 1 Person aussperren' : `Speichern und ${formatNumber(count)} Personen aussperren`,
  saveText:
    'Bei ihrer nächsten Anmeldung kommen sie nicht hinein. Wer angemeldet ist, bleibt es, bis die Sitzung endet. Lassen Sie ihnen Zeit, dann wird niemand ausgesperrt.',
  saveUntold: 'Speichern, ohne zu wissen, wer nicht hineinkommt?',
  saveUntoldText:
    'Es ließ sich nicht feststellen, wer bei der nächsten Anmeldung nicht hineinkäme. Versuchen Sie es gleich noch einmal.',
  saveUntoldAction: 'Trotzdem speichern',
  back: 'Zurück zu den Regeln',
};
