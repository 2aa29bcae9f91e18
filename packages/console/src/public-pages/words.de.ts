import type * as English from './words.ts';

export const words: typeof English.words = {
  home: 'Licet, Start',
  noPage: 'Diese Seite gibt es nicht',
  noPageText: (path) => `Unter ${path} gibt es nichts. Gehen Sie zurück zur Anwendung und beginnen Sie dort von vorn.`,
  toLicet: 'Zu Licet',
  toSignIn: 'Zur Anmeldung',
  retry: 'Noch einmal versuchen',
  password: 'Passwort',
  passwordHint: (least) => `Mindestens ${least} Zeichen. Leerzeichen zählen. Einfügen ist erlaubt.`,
  longEnough: 'Lang genug',
  toGo: (missing) => `noch ${missing}`,
  username: 'Benutzername',
  email: 'E-Mail',
  noAnswer: 'Der Server hat nicht geantwortet.',
  noAnswerText: 'Läuft er, und ist das Netz da? Versuchen Sie es gleich noch einmal.',
  wrong: 'Etwas ist schiefgegangen.',
  noReason: (status) =>
    `Der Server hat mit ${status} geantwortet und nicht gesagt, warum. Versuchen Sie es noch einmal.`,
};

export const signInWords: typeof English.signInWords = {
  title: 'Anmelden',
  login: 'E-Mail oder Benutzername',
  loginMissing: 'Geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.',
  passwordMissing: 'Geben Sie Ihr Passwort ein.',
  onTheWay: 'weiter zu {application}',
  again: 'Sie sind angemeldet. Zeigen Sie noch einmal, dass Sie es sind, dann geht es weiter.',
  late: 'Das hat länger als zehn Minuten gedauert. Beginnen Sie noch einmal mit Ihrem Passwort.',
  passkey: 'Mit einem Passkey anmelden',
  or: 'oder',
  goOnWith: (name) => `Weiter mit ${name}`,
  set: {
    password: 'Ihr Passwort ist festgelegt. Melden Sie sich jetzt damit an.',
    passkey: 'Ihr Passkey ist angelegt. Melden Sie sich jetzt damit an.',
  },
  noPasskeyYet: 'Ich habe noch keinen Passkey',
};

export const overWords: typeof English.overWords = {
  title: 'Diese Anmeldung ist vorbei',
  why: {
    old: 'Die Seite war länger als eine Stunde offen.',
    gone: 'Sie ist schon abgeschlossen, oder eine Störung des Servers hat sie beendet.',
    elsewhere: 'Sie wurde in einem anderen Browser begonnen oder vor einigen Tagen.',
  },
  blocked: 'Ihr Browser blockiert Cookies',
  blockedText: (host) =>
    `Ohne sie können Sie sich nicht anmelden. Erlauben Sie Cookies für ${host} in den Einstellungen des Browsers und beginnen Sie dann neu.`,
  again: (application) => `In ${application} neu beginnen`,
  home: (application) => `Startseite von ${application} öffnen`,
  byHand: 'Gehen Sie zurück zur Anwendung und beginnen Sie dort neu.',
  byHandIn: (application) => `Gehen Sie zurück zu ${application} und beginnen Sie dort neu.`,
};

export const secondStepWords: typeof English.secondStepWords = {
  title: 'Noch ein Schritt',
  lead: 'Das stimmt. Zeigen Sie nun auf einem zweiten Weg, dass Sie es sind.',
  none: 'Dieser Browser beherrscht keinen der Wege, die Sie eingerichtet haben. Nehmen Sie einen anderen, oder fragen Sie die Administration.',
  code: {
    totp: { label: 'Code Ihrer Authenticator-App', hint: 'Sechs Ziffern, jede halbe Minute neue.' },
    recovery_code: {
      label: 'Wiederherstellungscode',
      hint: 'Jeder gilt einmal. Sie haben sie bekommen, als Sie den zweiten Faktor eingerichtet haben.',
    },
  },
  codeMissing: 'Geben Sie den Code ein.',
  go: 'Anmelden',
  use: {
    totp: 'Authenticator-App verwenden',
    passkey: 'Passkey verwenden',
    recovery_code: 'Wiederherstellungscode verwenden',
  },
  passkeyText: 'Ihr Browser fragt nach Fingerabdruck, Gesicht, PIN oder einem Sicherheitsschlüssel.',
  back: 'Als jemand anders anmelden',
  remember: (days) => `In diesem Browser ${days} ${days === 1 ? 'Tag' : 'Tage'} lang nicht mehr fragen`,
};

export const setUpWords: typeof English.setUpWords = {
  title: 'Bitte noch einrichten',
  lead: 'Die Organisation verlangt mehr als ein Passwort: noch etwas dazu, damit niemand hereinkommt, der Ihr Passwort erfährt.',
  none: 'Dieser Browser kann nicht einrichten, was hier verlangt wird. Nehmen Sie einen anderen, oder fragen Sie die Administration.',
  passkeyText:
    'Ein Passkey liegt auf diesem Gerät oder Ihrem Telefon. Sie melden sich dann mit Fingerabdruck, Gesicht oder PIN an.',
  makePasskey: 'Passkey anlegen',
  passkeyName: 'Beim Anmelden angelegt',
  instead: { passkey: 'Stattdessen einen Passkey anlegen', totp: 'Stattdessen eine Authenticator-App verwenden' },
  later: (until) => `Später, spätestens ${until}`,
  back: 'Als jemand anders anmelden',
  scan: 'Scannen Sie dieses Bild mit Ihrer Authenticator-App, und geben Sie dann den Code ein, den sie zeigt.',
  picture: 'Bild für die Authenticator-App. Der Schlüssel darunter sagt dasselbe.',
  secret: 'Schlüssel',
  secretHint: 'Für Apps, die das Bild nicht scannen können.',
  code: 'Code',
  codeHint: 'Sechs Ziffern, von der App gezeigt.',
  codeMissing: 'Geben Sie den Code ein.',
  go: 'Anmelden',
  codesTitle: 'Bewahren Sie diese Wiederherstellungscodes auf',
  codesText:
    'Mit jedem können Sie sich einmal anmelden, wenn Ihr Gerät verloren ist. Sie werden nur jetzt gezeigt und nie wieder.',
  codesList: 'Wiederherstellungscodes',
  kept: 'Ich habe sie aufbewahrt, weiter',
};

export const passkeyWords: typeof English.passkeyWords = {
  notMade: 'Es wurde kein Passkey angelegt.',
  notMadeText:
    'Der Browser oder das Gerät hat abgelehnt. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
  failed: 'Der Passkey konnte nicht verwendet werden.',
  failedText:
    'Der Browser oder das Gerät hat abgelehnt. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
};

export const signedOutWords: typeof English.signedOutWords = {
  title: 'Sie sind abgemeldet',
  lead: 'Sie können diese Seite schließen.',
  unknown: 'Die Anwendung wollte Sie zu einer Adresse zurückleiten, die bei ihr nicht eingetragen ist.',
  unknownNamed: '{client} wollte Sie zu {address} zurückleiten; das ist dort nicht eingetragen.',
  there:
    'Bei {provider} sind Sie vielleicht noch angemeldet: Dort kam die Abmeldung nicht an. Nutzen andere diesen Browser, melden Sie sich auch dort ab.',
  thereUnnamed:
    'Beim Anbieter, über den Sie gekommen sind, sind Sie vielleicht noch angemeldet: Dort kam die Abmeldung nicht an. Nutzen andere diesen Browser, melden Sie sich auch dort ab.',
  goOn: 'Weiter zur Anwendung',
  unknownNext: 'Wer die Anwendung betreibt, kann es in Licet nachtragen: Anwendung, Clients, Abmeldeadressen.',
  signIn: 'Bei Licet anmelden',
};

export const setPasswordWords: typeof English.setPasswordWords = {
  title: 'Passwort festlegen',
  broken: 'Dieser Link gilt nicht',
  lead: 'für {name}. Sie melden sich als {username} an.',
  newPassword: 'Neues Passwort',
  set: 'Passwort festlegen',
  titlePasskey: 'Passkey anlegen',
  titleEither: 'Wählen Sie, wie Sie sich anmelden',
  passkeyName: 'Mit einem Link angelegt',
  passkeyText:
    'Ein Passkey liegt auf diesem Gerät oder auf Ihrem Telefon. Danach melden Sie sich mit Fingerabdruck, Gesicht oder PIN an und brauchen kein Passwort.',
  passwordEnds: 'Ein bisheriges Passwort gilt dann nicht mehr.',
  makePasskey: 'Passkey anlegen',
  instead: { password: 'Stattdessen ein Passwort festlegen', passkey: 'Stattdessen einen Passkey verwenden' },
  noPasskeysHere:
    'Hier melden Sie sich mit einem Passkey an, und dieser Browser kann keinen anlegen. Öffnen Sie den Link in einem anderen Browser.',
};

export const setupWords: typeof English.setupWords = {
  notNow: 'Licet kann gerade nicht eingerichtet werden',
  title: 'Das erste Administratorkonto anlegen',
  lead: 'Diese Seite lässt sich nur einmal benutzen. Danach ist sie für immer geschlossen, und andere kommen auf Einladung.',
  code: 'Code vom Server',
  passwordShort: (least) => `Das Passwort ist zu kurz: mindestens ${least} Zeichen.`,
  codeHint:
    'Der Server hat ihn beim Start ausgegeben, neben der Adresse dieser Seite. Er gilt eine Stunde; dann gibt er einen neuen aus.',
  name: 'Ihr Name',
  database: 'Datenbank',
  signingKey: 'Signaturschlüssel',
  make: 'Administratorkonto anlegen',
  looking: 'wird gesucht …',
  done: 'Licet ist eingerichtet',
  doneText:
    'Das erste Administratorkonto ist angelegt, darum ist diese Seite geschlossen. Kann sich niemand anmelden, rufen Sie auf dem Rechner „licet\u00a0recover-admin“ auf.',
};

export const forgotWords: typeof English.forgotWords = {
  question: 'Passwort vergessen?',
  title: 'Passwort vergessen?',
  lead: 'Sie bekommen eine E-Mail mit einem Link, um ein neues festzulegen.',
  send: 'Link senden',
  look: 'Sehen Sie in Ihrem Postfach nach',
  sent: 'Gibt es ein Konto für {login}, ist eine E-Mail mit einem Link unterwegs. Der Link gilt einmal und nur eine Stunde lang.',
  nothingComes:
    'Es kommt nichts? Sehen Sie im Spam-Ordner nach, prüfen Sie Ihre Eingabe, oder fragen Sie einen Administrator: Ein Konto kann ohne Adresse sein.',
  again: 'Anderen Namen eingeben',
  noMail: (organisation) =>
    `Hier werden keine E-Mails gesendet. Bitten Sie einen Administrator${organisation === undefined ? '' : ` von ${organisation}`} um einen Link, um ein neues festzulegen.`,
  toSignIn: 'Zurück zur Anmeldung',
};

export const invitedWords: typeof English.invitedWords = {
  title: 'Sie sind eingeladen',
  hello: (name) => `Willkommen, ${name}`,
  broken: 'Diese Einladung gilt nicht',
  lead: 'Sie sind eingeladen: {organisation}. Legen Sie ein Passwort fest; Sie melden sich als {username} an.',
  leadEither:
    'Sie sind eingeladen: {organisation}. Legen Sie ein Passwort fest oder einen Passkey an; Sie melden sich als {username} an.',
  leadPasskey: 'Sie sind eingeladen: {organisation}. Legen Sie einen Passkey an; Ihr Benutzername ist {username}.',
  accept: 'Passwort festlegen und weiter',
};

export const verifyEmailWords: typeof English.verifyEmailWords = {
  title: 'Ist das Ihre Adresse?',
  lead: '{email} ist die Adresse von {name} ({username}) bei {organisation}. Bestätigen Sie sie nur, wenn Sie das sind.',
  leadChanges:
    '{email} wird die Adresse von {name} ({username}) bei {organisation}. Bestätigen Sie sie nur, wenn Sie das sind.',
  verify: 'Ja, bestätigen',
  broken: 'Dieser Link gilt nicht',
  done: 'Ihre Adresse ist bestätigt',
  doneText: 'E-Mails an Sie gehen ab jetzt an {email}.',
  goOn: 'Weiter',
};
