import type * as English from './words.ts';

export const words: typeof English.words = {
  saved: 'So sehen die Anmeldeseiten von nun an aus.',
  of: 'das Erscheinungsbild',
  accent: 'Farbe',
  accentHint: 'Für Knöpfe und Links auf den Anmeldeseiten und in E\u2011Mails. Ohne Eintrag ist es die von Licet.',
  accentDark: 'Farbe auf dunklem Grund',
  accentDarkHint: (made) => `Ohne Eintrag entsteht sie aus der anderen: ${made}.`,
  pick: { light: 'Farbe aussuchen', dark: 'Farbe auf dunklem Grund aussuchen' },
  take: (colour) => `${colour} nehmen`,
  logo: 'Logo',
  logoHint: 'Im Kopf der Anmeldeseiten, höchstens 240 mal 40. Der Name steht in jedem Fall unten auf der Seite.',
  logoDark: 'Logo auf dunklem Grund',
  logoDarkHint: 'Nur nötig, wenn das andere auf dunklem Grund nicht zu sehen ist.',
  icon: 'Symbol des Tabs',
  iconHint: 'Ein quadratisches Bild, für den Tab des Browsers.',
  choose: (what) => `Auswählen: ${what}`,
  chooseShort: 'Auswählen …',
  remove: (what) => `Entfernen: ${what}`,
  removeShort: 'Entfernen',
  unreadable: 'Der Browser kann diese Datei nicht als Bild zeigen. Speichern Sie sie als PNG, und wählen Sie das aus.',
  aPicture: 'ein Bild',
};

export const previewWords: typeof English.previewWords = {
  title: 'Vorschau',
  on: { light: 'Auf hellem Grund', dark: 'Auf dunklem Grund' },
  adjusted: 'Gezeigt mit der nächsten lesbaren Farbe.',
  signIn: 'Anmelden',
  login: 'E-Mail oder Benutzername',
  password: 'Passwort',
  forgot: 'Passwort vergessen?',
  name: 'Der Name wird unter „Organisation“ geändert.',
};
