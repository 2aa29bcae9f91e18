import type * as English from './words.ts';

export const words: typeof English.words = {
  server: 'Mailserver',
  off: 'Es werden keine E-Mails gesendet',
  offText:
    'Kein Mailserver ist eingestellt. Einladungen, neue Passwörter und Hinweise warten, bis es einen gibt; Links lassen sich so lange von Hand übergeben.',
  untried: 'Eingestellt, aber noch nicht versucht',
  works: 'E-Mails werden gesendet',
  fails: 'Die letzte E-Mail ließ sich nicht senden',
  tried: 'Zuletzt versucht',
  environment:
    'Der Mailserver ist in der Umgebung von Licet eingestellt (LICET_SMTP_URL). Er wird dort geändert und gilt ab dem nächsten Start.',
  onlyAdministrators:
    'Links zum Zurücksetzen und Einladen gehen per E-Mail. Deshalb dürfen nur Administratoren von Licet diese Einstellungen ändern.',
  address: 'Server',
  security: 'Verschlüsselung',
  user: 'Benutzer',
  noUser: 'Keiner: Der Server nimmt E-Mails ohne Anmeldung an',
  password: 'Passwort',
  hasPassword: 'Gespeichert, verschlüsselt',
  noPassword: 'Keines',
  from: 'Absender',
  language: 'Sprache',
  test: 'Test an mich senden',
  testWorks: (to) => `Der Mailserver hat einen Test an ${to} angenommen. Sehen Sie nach, ob er ankommt.`,
  turnOff: 'E-Mail abschalten …',
  turnOffQuestion: 'E-Mail abschalten?',
  turnOffText:
    'Es gehen keine E-Mails mehr hinaus, und das gespeicherte Passwort wird gelöscht. Was ansteht, wartet, bis wieder ein Mailserver eingestellt ist. Niemand kann so lange ein vergessenes Passwort per E-Mail zurücksetzen.',
  turnOffAction: 'E-Mail abschalten',
  turnedOff: 'E-Mail ist abgeschaltet.',
  signInAgain: 'Noch einmal anmelden',
};

export const formWords: typeof English.formWords = {
  host: 'Server',
  hostHint: 'Sein Name, etwa smtp.example.org.',
  port: 'Port',
  portHint: '465 mit TLS, 587 mit STARTTLS.',
  security: 'Verschlüsselung',
  securities: { tls: 'TLS', starttls: 'STARTTLS', none: 'Keine' },
  securityHint:
    'Ohne Verschlüsselung kann jeder unterwegs die Links lesen. Nur für einen Server auf demselben Rechner.',
  username: 'Benutzer',
  usernameHint: 'Leer, wenn der Server E-Mails ohne Anmeldung annimmt.',
  password: 'Passwort',
  passwordHint: 'Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  passwordKept: 'Leer lassen, um das gespeicherte zu behalten.',
  fromAddress: 'Adresse des Absenders',
  fromAddressHint: 'Eine, für die der Server senden darf, etwa licet@example.org.',
  fromName: 'Name des Absenders',
  language: 'Sprache der E-Mails',
  languageHint: 'Wenn die der Person nicht bekannt ist. Einladungen nehmen die Sprache der Person, die einlädt.',
  languages: { en: 'English', de: 'Deutsch' },
  save: 'Speichern',
  saved: 'Der Mailserver ist eingestellt. Senden Sie einen Test, um zu sehen, ob er funktioniert.',
};

export const failureWords: typeof English.failureWords = {
  not_called: 'Licet ruft diesen Server nicht auf.',
  no_host: 'Es gibt keinen Server dieses Namens. Prüfen Sie die Schreibweise.',
  no_answer: 'Der Server antwortet nicht. Prüfen Sie Name und Port, und ob dieser Rechner ihn erreichen darf.',
  timeout: 'Der Server hat nicht rechtzeitig geantwortet. Prüfen Sie den Port: 465 ist für TLS, 587 für STARTTLS.',
  no_tls:
    'Der Server spricht an diesem Port diese Verschlüsselung nicht. Wählen Sie TLS mit 465 oder STARTTLS mit 587.',
  certificate:
    'Das Zertifikat des Servers ist nicht vertrauenswürdig. Prüfen Sie den Namen, und erneuern Sie ein abgelaufenes Zertifikat. Das Zertifikat einer eigenen Zertifizierungsstelle geben Sie mit NODE_EXTRA_CA_CERTS an.',
  login:
    'Der Server nimmt Benutzer und Passwort nicht an. Prüfen Sie beide; manche verlangen ein eigenes Passwort für Anwendungen (App-Passwort).',
  refused: 'Der Server hat die E-Mail abgelehnt. Prüfen Sie, ob er für die Adresse des Absenders senden darf.',
  other: 'Zwischen Licet und dem Server ist etwas schiefgegangen.',
};

export const viewWords: typeof English.viewWords = { label: 'E-Mail', mail: 'Versand', outbox: 'Postausgang' };

export const outboxWords: typeof English.outboxWords = {
  label: 'Postausgang',
  search: 'Name oder Adresse',
  state: 'Status',
  when: 'Eingereiht',
  who: 'An',
  what: 'E-Mail',
  address: 'Adresse',
  tries: 'Versuche',
  noAddress: 'Keine Adresse',
  nothing: 'Noch keine E-Mail',
  nothingText: 'Einladungen, neue Passwörter und Hinweise stehen hier, gesendet oder nicht.',
  nothingFound: 'Keine solche E-Mail',
  nothingFoundText: 'Versuchen Sie einen anderen Namen oder einen anderen Status.',
  attempts: (count) => (count === 1 ? 'Einmal versucht' : `${count}-mal versucht`),
  changed: 'Geändert',
  sendAgain: 'Noch einmal senden',
  sentAgain: 'Sie wird noch einmal gesendet, als neue E-Mail.',
  drop: 'Nicht senden',
  droppedByHand: 'Sie wird nicht mehr gesendet.',
  noLink: 'Links in E-Mails entstehen beim Senden und werden sonst niemandem gezeigt.',
};

export const templateWords: typeof English.templateWords = {
  test: 'Test',
  invitation: 'Einladung',
  password_reset: 'Neues Passwort',
  password_changed: 'Passwort geändert',
  credentials_changed: 'Anmeldewege geändert',
  new_browser: 'Neuer Browser',
  address_changed: 'Adresse geändert',
  email_verification: 'Adresse bestätigen',
  requests_waiting: 'Wartende Anträge',
  request_decided: 'Antrag entschieden',
  break_glass_used: 'Rolle im Notfall übernommen',
  break_glass_reviewed: 'Notfall geprüft',
  access_ending: 'Zugriff endet bald',
  ending_soon: 'Rechte und Schlüssel enden bald',
  review_waiting: 'Eine Überprüfung wartet',
  exception_ending: 'Eine Ausnahme von einer Funktionstrennung endet bald',
  review_ended: 'Eine Überprüfung kann abgeschlossen werden',
  review_too_long: 'Eine Überprüfung hätte zu viele Zeilen',
  sign_in_rules: 'Anmelderegeln ändern sich',
  directory_not_synchronised: 'Verzeichnis nicht abgeglichen',
};

export const stateWords: typeof English.stateWords = {
  waiting: 'Wartet',
  held: 'Angehalten: kein Mailserver',
  sent: 'Gesendet',
  failed: 'Gescheitert',
  dropped: 'Nicht gesendet',
};

export const droppedWords: typeof English.droppedWords = {
  too_late: 'Sie wartete, bis sie keinen Zweck mehr hatte.',
  no_address: 'Die Person hat keine E-Mail-Adresse.',
  by_hand: 'Jemand hat entschieden, sie nicht zu senden.',
  sent_again: 'Sie wurde noch einmal gesendet, als neue E-Mail.',
  no_use: 'Die Person ist gesperrt oder gelöscht, oder es hat sich anders erledigt.',
  withdrawn: 'Sie wurde zurückgezogen, bevor sie gesendet war.',
};

export const webhookWords: typeof English.webhookWords = {
  way: 'Wie E-Mails gesendet werden',
  smtp: 'Mailserver',
  byWebhook: 'Webhook',
  webhook: 'Adresse',
  webhookHint: 'Jede E-Mail wird als JSON dorthin gesendet. Zum Beispiel https://mailer.example.org/licet.',
  secret: 'Geheimnis',
  secretHint:
    'Mindestens 32 Zeichen; damit wird jede Anfrage signiert. Wird verschlüsselt gespeichert und nie wieder gezeigt.',
  saved: 'E-Mails gehen an diese Adresse. Senden Sie einen Test, um zu sehen, ob sie angenommen werden.',
};

export const exampleWords: typeof English.exampleWords = {
  title: 'Was E-Mails sagen',
  mail: 'E-Mail',
  form: 'Ansicht',
  html: 'Als E-Mail',
  text: 'Als Text',
};

export const reminderWords: typeof English.reminderWords = {
  title: 'Erinnerungen',
  about:
    'Bevor ein Recht endet, wird erinnert, wer es hat, und wer die Anwendung betreut; diese auch, bevor der Schlüssel eines Programms endet. An jedes einmal.',
  when: 'Erinnern',
  hint: 'An ein Recht, das für kürzere Zeit gegeben ist, wird nicht erinnert.',
  never: 'Nie',
  before: (days) => (days === 1 ? 'Einen Tag vorher' : `${days} Tage vorher`),
  saved: 'Die Erinnerungen sind geändert.',
};
