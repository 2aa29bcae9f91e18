import type * as English from './sign-in-words.ts';

export const signInWords: typeof English.signInWords = {
  password: 'Passwort',
  passkeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
  app: 'Authenticator-App',
  account: (provider, name) => `${provider}: ${name}`,
  recovery: (left, of) => `Wiederherstellungscodes, noch ${left} von ${of}`,
  nothing: 'Noch nichts',
  unknown: 'Nicht bekannt',
  resetTitle: (name) => `Den zweiten Faktor von ${name} zurücksetzen?`,
  resetText:
    'Authenticator-App und Wiederherstellungscodes gelten nicht mehr, und die Person wird überall abgemeldet. Danach genügt ihr Passwort, bis sie Neues eingerichtet hat. Vergewissern Sie sich, dass sie selbst darum bittet.',
  resetPasskeysText:
    'Die Passkeys gelten nicht mehr, und die Person wird überall abgemeldet. Danach genügt ihr Passwort. Vergewissern Sie sich, dass sie selbst darum bittet.',
  resetPasskeys: (count) =>
    count === 1
      ? 'Auch den Passkey, wenn er auf dem verlorenen Gerät war'
      : 'Auch alle Passkeys, wenn sie auf dem verlorenen Gerät waren',
  resetAccountsText:
    'Die Konten bei anderen Anbietern werden getrennt, und die Person wird überall abgemeldet. Niemand meldet sich mehr darüber an; nach der nächsten Anmeldung kann sie andere verknüpfen. Vergewissern Sie sich, dass sie selbst darum bittet.',
  resetAccounts: (count) =>
    count === 1 ? 'Auch das Konto bei einem anderen Anbieter trennen' : 'Auch die Konten bei anderen Anbietern trennen',
  unlinkTitle: (name) => `Die Konten von ${name} trennen?`,
  unlinkDo: 'Konten trennen',
  unlinked: (name) => `Die Konten von ${name} sind getrennt.`,
  resetDo: 'Zweiten Faktor zurücksetzen',
  reset: (name) => `Der zweite Faktor von ${name} ist zurückgesetzt.`,
};

/** The words of sessions and the log. */
export const sessionWords: typeof English.sessionWords = {
  table: (name) => `Wo ${name} angemeldet ist`,
  browser: 'Browser',
  address: 'Adresse',
  signedIn: 'Angemeldet',
  lastSeen: 'Zuletzt gesehen',
  ends: 'Endet',
  current: 'dieser Browser',
  unknown: 'Unbekannter Browser',
  everywhere: 'Überall abmelden …',
  emptyTitle: 'Nirgends angemeldet',
  emptyText: 'Eine Sitzung beginnt mit der Anmeldung und endet mit der Abmeldung, oder wenn sie abläuft.',
};
