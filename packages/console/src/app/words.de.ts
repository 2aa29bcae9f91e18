import type * as English from './words.ts';

export const words: typeof English.words = {
  product: 'Licet',
  signIn: 'Anmelden',
  signingIn: 'Sie werden angemeldet',
  mayNotOpen: 'Sie dürfen diese Seite nicht öffnen',
  needs: (screen, permission) =>
    `„${screen}“ braucht die Berechtigung ${permission} in Licet. Die Administration kann sie Ihnen geben.`,
  refused: (detail, permission) =>
    permission === undefined
      ? detail
      : `Dafür brauchen Sie die Berechtigung ${permission} in Licet. Die Administration kann sie Ihnen geben.`,
  printed: (user, at) => `Gedruckt von ${user} am ${at}.`,
  shows: (at) => `Stand: ${at}.`,
};

export const signedOutWords: typeof English.signedOutWords = {
  title: 'Sie sind abgemeldet',
  notIn: 'Sie sind nicht angemeldet',
  signIn: 'Anmelden',
  signInHere: 'Hier anmelden',
  signInAgain: 'Wieder anmelden',
  newTab: 'In einem neuen Tab anmelden',
  kept: 'Was Sie auf dieser Seite eingegeben haben, bleibt erhalten. Melden Sie sich in einem neuen Tab an, dann geht es hier weiter.',
  renewing: 'Ihr Zugang wird erneuert',
  waits:
    'Er ist abgelaufen, bevor Licet erreicht werden konnte. Diese Seite wartet, behält Ihre Eingaben und kommt von selbst zurück, sobald Licet antwortet.',
  leaving: 'Sie werden abgemeldet',
  notLeft:
    'Dieser Browser hat Sie vergessen, aber der Server hat nicht geantwortet; Ihre Sitzung dort läuft weiter. Melden Sie sich noch einmal ab, wenn er wieder da ist.',
  outAgain: 'Noch einmal abmelden',
  sessionEnded:
    'Ihre Sitzung ist abgelaufen, oder die Administration hat sie beendet oder Ihr Konto gesperrt. Melden Sie sich wieder an; wird das abgelehnt, wenden Sie sich an die Administration.',
  because: (reason) => `Die Anmeldung ist nicht gelungen. Versuchen Sie es noch einmal. (${reason})`,
};
