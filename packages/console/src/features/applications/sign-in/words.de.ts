import type * as English from './words.ts';

export const words: typeof English.words = {
  rules: (application) => `die Anmeldung bei ${application}`,
  saved: (application) => `Die Anmeldung bei ${application} ist geändert.`,
  labels: {
    ways: 'Wie man sich anmeldet',
    secondFactor: 'Zweiter Faktor',
    maxAge: 'Wie alt eine Anmeldung sein darf',
  },
  about:
    'Was die Organisation verlangt, gilt für alle. Diese Anwendung kann von denen, die sich bei ihr anmelden, mehr verlangen, nie weniger.',
  licet: 'Licet selbst verlangt, was die Organisation verlangt, damit niemand die Administration aussperrt.',
  whichWays: 'Welche Wege gelten',
  allWays: (ways) => `Alle, die die Organisation erlaubt, jetzt und künftig. Jetzt: ${ways}`,
  someWays: 'Nur einige davon',
  noWay:
    'Hier kommt gerade niemand hinein: Die Organisation erlaubt keinen der Wege mehr, die für diese Anwendung gelten. Wählen Sie einen anderen.',
  everybody: 'Alle brauchen hier einen zweiten Faktor',
  everybodyHint:
    'Sofort und in jedem Browser, auch wenn die Organisation Zeit lässt. Neben dem Passwort: eine Authenticator-App oder ein Passkey. Ein Passkey, der prüft, wer ihn hält, genügt allein.',
  asOrganisation: 'Wie es die Organisation verlangt',
  maxAgeHint:
    'Wer sich vor längerer Zeit angemeldet hat, meldet sich hier neu an. Auch Token werden dann nicht mehr erneuert.',
  asSession: 'So alt wie die Sitzung',
  whom: (application) =>
    `Gezählt wird, wer in ${application} etwas hat oder Eigentümer ist. Von allen anderen, die sich dort anmelden, wird dasselbe verlangt, von Programmen nicht.`,
  stoppedHelp:
    'Ein Link zum Festlegen des Passworts, von ihrer Seite aus, hilft allen: Bis eine Stunde danach richten sie ein, was fehlt. Wer keinen Passkey hat, wo nur Passkeys gelten, muss einen anlegen, bevor das Passwort wegfällt.',
  noPlanText:
    'Ein Plan nennt Personen, die hier etwas haben. Dafür brauchen Sie die Berechtigungen users.read und, wenn Ihnen diese Anwendung nicht gehört, access.read von Licet.',
  stoppedText: (application) =>
    `Sie kommen bei ${application} nicht mehr hinein, wenn sie das nächste Mal dorthin gehen. Anderswo bleiben sie angemeldet.`,
};
