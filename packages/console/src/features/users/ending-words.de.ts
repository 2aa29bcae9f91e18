import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './ending-words.ts';

/** Texts of the dialogs that suspend, reactivate, delete and sign out. */
export const dialogWords: typeof English.dialogWords = {
  suspendTitle: (name) => `${name} sperren?`,
  suspendText:
    'Die Person wird innerhalb einer Sekunde überall abgemeldet und kann sich nicht anmelden. Was sie hat, bleibt und gilt wieder, sobald Sie sie zulassen.',
  suspendDo: 'Benutzer sperren',
  suspendHanding: 'Übergeben und sperren',
  suspended: (name) => `${name} ist gesperrt und abgemeldet.`,
  reactivateTitle: (name) => `${name} wieder zulassen?`,
  reactivateText:
    'Die Person kann sich wieder anmelden, und alles, was sie hat und was nicht geendet hat, gilt sofort wieder.',
  reactivateDo: 'Wieder zulassen',
  reactivated: (name) => `${name} kann sich wieder anmelden.`,
  gainsBack: 'hat wieder, was eingetragen ist; siehe Freigaben und Gruppen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    'Das lässt sich nicht rückgängig machen. Das Protokoll behält, was war; Benutzername und E\u2011Mail können neu vergeben werden.',
  deleteDo: 'Benutzer löschen',
  deleteHanding: 'Übergeben und löschen',
  deleted: (name) => `${name} ist gelöscht.`,
  grantsEnd: (count) => (count === '1' ? '1 Freigabe endet' : `${count} Freigaben enden`),
  groupsEnd: (count) => (count === '1' ? '1 Mitgliedschaft endet' : `${count} Mitgliedschaften enden`),
  sessionsEnd: (count) => (count === '1' ? '1 Browser wird abgemeldet' : `${count} Browser werden abgemeldet`),
  noSessions: 'Zurzeit ist kein Browser angemeldet.',
  signOutTitle: (name) => `${name} überall abmelden?`,
  signOutText:
    'Die Person kann sich mit ihrem Passwort sofort wieder anmelden. Anwendungen bemerken es, wenn sie ihr Token erneuern.',
  signOutDo: 'Überall abmelden',
  signedOut: (name) => `${name} ist überall abgemeldet.`,
  confirmAddressTitle: (name) => `Die E-Mail-Adresse von ${name} bestätigen?`,
  confirmAddressText: (email, by) =>
    `${by} hat die Adresse ${email} eingetragen. Ist sie bestätigt, gehen Links für ein neues Passwort auch dann dorthin, wenn die Person Zugriff auf Licet selbst hat. Fragen Sie die Person vorher selbst oder am Telefon nach ihrer Adresse. Nennt sie eine andere, ändern Sie die Adresse stattdessen unter „Angaben“.`,
  confirmAddressDo: 'Adresse bestätigen',
  addressConfirmed: (name) => `Die E-Mail-Adresse von ${name} ist bestätigt.`,
  linkTitle: (name) => `Passwort-Link für ${name}`,
  linkText: 'Wer ihn öffnet, legt das Passwort dieses Benutzers fest. Ein früherer Link endet jetzt.',
  linkPassword: 'Das jetzige Passwort gilt, bis das neue festgelegt ist.',
  linkWaits: 'Wie sich die Person anmeldet, wird noch geladen.',
  linkDirectory: (directory) =>
    `Diese Person meldet sich mit dem Passwort von ${directory} an, und daran ändert sich nichts. Mit dem Link legt sie zusätzlich ein Passwort in Licet fest. Es gilt auch dann, wenn ihr Eintrag in ${directory} gesperrt ist, solange sie nicht auch hier gesperrt wird.`,
  linkDo: 'Link erstellen',
  done: 'Fertig',
};

export const eraseWords: typeof English.eraseWords = {
  title: (name) => `${name} endgültig unkenntlich machen?`,
  titleDeleted: 'Die Person mit dieser Kennung endgültig unkenntlich machen?',
  text: 'Damit verschwindet eine Person auch aus Vergangenheit und Protokoll. Nichts bringt zurück, was wegfällt.',
  goes: 'Was wegfällt',
  facts: (count) =>
    `Namen und Adresse in ${plural(count, { one: 'einer Zeile', other: `${formatNumber(count)} Zeilen` })} der Vergangenheit, dazu eigene Begründungen und Anträge`,
  changes: (count) =>
    `Was sich in ${plural(count, { one: 'einem Ereignis', other: `${formatNumber(count)} Ereignissen` })} des Protokolls auf die Person bezieht`,
  showEvents: 'Diese Ereignisse zeigen',
  event: (no) => `Ereignis ${no}`,
  field: (path) =>
    path === 'actor' ? 'von' : path === 'target' ? 'betrifft' : `${path.split('.').slice(1).join('.')}:`,
  moreEvents: (count) => plural(count, { one: 'und ein weiteres', other: `und ${formatNumber(count)} weitere` }),
  others: (count) =>
    `Anmeldewege, Sitzungen, Anmeldungen, E-Mails und Ähnliches: ${plural(count, { one: 'eine Zeile', other: `${formatNumber(count)} Zeilen` })}`,
  stays: 'Was bleibt',
  staysEvents: 'Die Ereignisse selbst, durch „Person (unkenntlich gemacht)“. Die Kette lässt sich weiter prüfen.',
  staysAccess: 'Die Kennung, und welchen Zugriff sie von wann bis wann hatte',
  staysPeople: 'Namen anderer, und was andere in Beschreibungen geschrieben haben: Sehen Sie diese selbst durch',
  elsewhere: 'Sicherungen, Exporte, Logs und E-Mails von vorher enthalten die Person weiterhin.',
  id: 'Kennung',
  keepId: 'Bewahren Sie sie außerhalb von Licet auf, um die Person nach einer Wiederherstellung erneut zu entfernen.',
  counting: 'Was wegfällt, wird noch gezählt.',
  cannot: 'Das geht jetzt nicht; warum, steht im Dialog.',
  confirm: (username) => `Zur Bestätigung „${username}“ eingeben`,
  confirmId: 'Zur Bestätigung die Kennung eingeben',
  mistyped: (expected) => `Das ist etwas anderes. Geben Sie genau ${expected} ein.`,
  action: 'Person unkenntlich machen',
  done: 'Die Person ist unkenntlich gemacht.',
};

/** Texts about a user's duties and handing them over. */
export const handOverWords: typeof English.handOverWords = {
  dialogTitle: (name) => `Übergeben, wofür ${name} zuständig ist?`,
  action: 'Übergeben',
  choose: 'Wählen Sie, wer übernimmt.',
  done: (name) => `Übergeben ist, wofür ${name} zuständig war.`,
  undone: (name) => `${name} ist wieder dafür zuständig.`,
  nothing: 'Die Person besitzt, entscheidet und prüft nichts und hat nichts beantragt.',
  title: 'Was zurückbleibt',
  owns: (count) =>
    plural(count, { one: 'Besitzt eine Anwendung', other: `Besitzt ${formatNumber(count)} Anwendungen` }),
  noOther: (name) => `${name} (hat sonst niemanden)`,
  decides: (count) =>
    plural(count, {
      one: 'Steht in den Regeln einer Rolle',
      other: `Steht in den Regeln von ${formatNumber(count)} Rollen`,
    }),
  role: (role, application) => `${role} in ${application}`,
  reviews: (count) =>
    plural(count, {
      one: 'Entscheidet in einer Überprüfung',
      other: `Entscheidet in ${formatNumber(count)} Überprüfungen`,
    }),
  staysNamed: (role) => `${role} (steht dort weiterhin, siehe unten)`,
  goesTo: (name) => `geht an ${name}`,
  notYours: 'muss jemand anders übergeben',
  waiting: (count) =>
    plural(count, {
      one: 'Ein Antrag wartet auf diese Person',
      other: `${formatNumber(count)} Anträge warten auf diese Person`,
    }),
  waitingThen: 'Darüber entscheiden dann die anderen Zuständigen oder die Besitzer.',
  requests: (count) =>
    plural(count, { one: 'Der eigene Antrag endet', other: `${formatNumber(count)} eigene Anträge enden` }),
  deputyFor: (count) =>
    plural(count, { one: 'Vertritt eine andere Person', other: `Vertritt ${formatNumber(count)} andere Personen` }),
  deputyThen: (names) => `Dort wird wieder selbst entschieden oder neu vertreten: ${names}.`,
  programs: (count) =>
    plural(count, {
      one: 'Hat ein Programm registriert oder ein Geheimnis dafür erzeugt',
      other: `Hat ${formatNumber(count)} Programme registriert oder Geheimnisse dafür erzeugt`,
    }),
  programsThen: (names) =>
    `Diese laufen weiter: ${names}. Erzeugen Sie neue Geheimnisse, wo die alten noch bekannt sein können.`,
  sets: (count) =>
    plural(count, {
      one: 'Hat die Dateien eines Satzes angewendet',
      other: `Hat die Dateien von ${formatNumber(count)} Sätzen angewendet`,
    }),
  setsThen: (names) => `Sehen Sie nach, ob die Dateien die Person noch nennen: ${names}.`,
  last: 'Verwaltet Licet als letzte Person',
  lastThen: 'Geben Sie die Rolle admin von Licet zuerst jemand anderem, ohne Ende.',
  to: 'Übergeben an',
  toHint:
    'Was übergeben wird, wechselt im selben Schritt. Lassen Sie das Feld leer, wenn alles bleiben soll, wie es ist.',
  handing: (name) => `An ${name} übergeben`,
  waits: 'Erst muss bekannt sein, was sich ändert.',
  more: (count) => `und ${formatNumber(count)} weitere`,
};
