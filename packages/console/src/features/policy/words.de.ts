import { formatNumber } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  rules: 'die Anmelderegeln',
  saved: 'Die Anmelderegeln sind geändert.',
  labels: {
    ways: 'Wie man sich anmeldet',
    userVerification: 'PIN oder Fingerabdruck',
    secondFactor: 'Wer einen zweiten Faktor braucht',
    rememberedDays: 'Im selben Browser wieder fragen',
    sessions: 'Wie lange man angemeldet bleibt',
    freshSignIn: 'Neu anmelden vor heiklen Änderungen',
    emailDomains: 'Domains der E-Mail-Adressen',
  },
  verifications: {
    preferred: 'Passkeys jeder Art',
    required: 'Nur Passkeys, die prüfen, wer sie hält',
  },
  verificationHint:
    'Durch PIN, Finger oder Gesicht. Sicherheitsschlüssel, die man nur berührt, zählen dann nicht mehr.',
  everybody: 'Alle',
  nobodyHint:
    'Niemand muss. Wer einen eingerichtet hat (eine Authenticator-App oder einen Passkey neben dem Passwort), wird trotzdem danach gefragt.',
  demandsHint:
    'Neben dem Passwort: eine Authenticator-App oder ein Passkey. Ein Passkey, der prüft, wer ihn hält, genügt allein. Programme melden sich mit Schlüsseln an und werden nicht gefragt.',
  addRole: 'Eine Rolle',
  addGroup: 'Eine Gruppe',
  findRole: 'Rolle suchen',
  findGroup: 'Gruppe suchen',
  noRoles: 'Keine Rolle heißt so.',
  noGroups: 'Keine Gruppe heißt so.',
  roleOf: (application) => `Rolle in ${application}`,
  remove: (name) => `Nicht mehr verlangen: ${name}`,
  atOnce: 'Ab der nächsten Anmeldung.',
  leaveTime: 'Zeit lassen',
  noTime: 'Keine Zeit',
  until: (name) => `Bis wann es warten kann: ${name}`,
  untilHint: 'Bis dahin wird danach gefragt, und man darf es auf später verschieben.',
  timeOver: 'Diese Zeit ist vorbei: Es wird jetzt verlangt.',
  withUntil: (name, until) => `${name}, ab ${until}`,
  days: (days) =>
    days === 0 ? 'Bei jeder Anmeldung' : days === 1 ? 'Nach einem Tag' : `Nach ${formatNumber(days)} Tagen`,
  rememberedHint: 'So lange kann man sich in einem Browser den zweiten Faktor ersparen.',
  members: 'Mitglieder',
  membersHint: 'Danach melden sie sich neu an. Auch längere Sitzungen, die schon laufen, enden dann.',
  administrators: 'Administratoren',
  administratorsHint: 'Wer in Licet die Rolle admin hat. Höchstens einen Tag.',
  freshHint:
    'Bevor Schlüssel, Anmeldewege oder diese Regeln geändert werden, darf die letzte Anmeldung höchstens so alt sein.',
  sessionsText: (members, administrators) => `Mitglieder ${members}, Administratoren ${administrators}`,
  newUsers: 'Neue Benutzer',
  domainsHint:
    'Zum Beispiel example.org, example.com. Neue Adressen müssen in einer davon liegen; ohne Eintrag ist jede erlaubt.',
};

export const mailingWords: typeof English.mailingWords = {
  mailThem: 'Diesen Personen schreiben …',
  title: (count) => (count === 1 ? 'Dieser Person schreiben?' : `Diesen ${formatNumber(count)} Personen schreiben?`),
  text: 'Jede erfährt, was sich beim Anmelden ändert, was ihr fehlt, bis wann, und wo sie es einrichtet. Die E-Mails gehen nacheinander hinaus, ohne dass Sie darauf warten; wer es bis dahin eingerichtet hat, bekommt nichts. Von den Regeln wird damit nichts gespeichert.',
  from: 'Wann sich die Regeln ändern',
  fromHint: 'Steht in der E-Mail. Speichern Sie die Regeln dann: Von selbst geschieht es nicht.',
  action: 'Als E-Mail senden',
  begun: (mails) =>
    mails ? 'Die E-Mails sind unterwegs.' : 'Die E-Mails warten, bis ein Mailserver eingerichtet ist.',
  round: 'E-Mails zu diesen Regeln',
  states: { under_way: 'Es wird geschrieben', done: 'Geschrieben', stopped: 'Das Schreiben wurde angehalten' },
};
