import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  applications: 'Anwendungen',
  application: 'Anwendung',
  newApplication: 'Neue Anwendung',
  search: 'Name oder Kennung',
  owners: 'Eigentümer',
  permissions: 'Berechtigungen',
  roles: 'Rollen',
  grants: 'Freigaben',
  grantUnit: (grants) => plural(grants, { one: 'Freigabe', other: 'Freigaben' }),
  licet: 'Licet selbst',
  none: '–',
  twoOwners: (one, other) => `${one}, ${other}`,
  moreOwners: (one, others) => `${one} und ${formatNumber(others)} andere`,
  noneCalled: (q) => `Keine Anwendung heißt „${q}“`,
  noneCalledText: 'Suchen Sie nach weniger Buchstaben ihres Namens, oder nach ihrer Kennung.',
  noneSeen: 'Keine Anwendung zu sehen',
  noneSeenText: 'Sie sehen die Anwendungen, die Ihnen gehören. Die Administration kann Sie zum Eigentümer machen.',
  empty: 'Noch keine Anwendungen',
  emptyText:
    'Eine Anwendung ist das, was Sie schützen. Geben Sie ihr einen Namen; nennen Sie dann ihre Berechtigungen, machen Sie Rollen daraus, und geben Sie diese Personen.',
  registerFirst: 'Die erste Anwendung registrieren',
};

export const applicationWords: typeof English.applicationWords = {
  tabs: {
    overview: 'Übersicht',
    roles: 'Rollen',
    access: 'Zugriff',
    usage: 'Nutzung',
    settings: 'Einstellungen',
  },
  parts: {
    roles: 'Rollen',
    permissions: 'Berechtigungen',
    matrix: 'Matrix',
    details: 'Angaben',
    clients: 'Clients',
    'sign-in': 'Anmeldung',
    integration: 'Einbindung',
  },
  partsOf: { roles: 'Ansicht', settings: 'Teil der Einstellungen' },
  make: {
    overview: 'Zugriff freigeben',
    permissions: 'Neue Berechtigung',
    roles: 'Neue Rolle',
    grants: 'Zugriff freigeben',
    clients: 'Client registrieren',
  },
  open: (name) => `${name} öffnen`,
  import: 'Importieren',
  export: 'Exportieren',
  exportWhat: 'Exportieren, wer was darf',
  exportAs: (format) => `Exportieren: ${format}`,
  more: 'Mehr',
  formats: { tsv: 'Mit Tabulatoren', csv: 'CSV', json: 'JSON' },
  formatDetails: { tsv: 'Benutzer, Tabulator, Berechtigung', csv: 'für Tabellen', json: 'für Programme' },
  missing: 'Diese Anwendung gibt es nicht',
  missingText: 'Sie wurde vielleicht gelöscht, oder Sie dürfen sie nicht sehen.',
  all: 'Alle Anwendungen',
};

export const newWords: typeof English.newWords = {
  register: 'Anwendung registrieren',
  name: 'Name',
  nameHint: 'Wie man sie kennt: „Ledger“.',
  identifier: 'Kennung',
  identifierHint: 'Die Audience der Token, und ein Teil von Adressen. Sie ändert sich nie.',
  free: 'Frei. Sie ist die Audience der Token und ändert sich nie.',
  taken: (name) => `„${name}“ hat diese Kennung. Wählen Sie eine andere.`,
  description: 'Beschreibung',
  descriptionHint: 'Wofür sie da ist, für alle, die entscheiden.',
};

export const signInWords: typeof English.signInWords = {
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
  asSession: 'Solange die Sitzung dauert',
  whom: (application) =>
    `Gezählt wird, wer in ${application} etwas hat oder Eigentümer ist. Von allen anderen, die sich dort anmelden, wird dasselbe verlangt, von Programmen nicht.`,
  stoppedHelp:
    'Ein Link zum Festlegen des Passworts, von ihrer Seite aus, hilft allen: Bis eine Stunde danach richten sie ein, was fehlt. Wer keinen Passkey hat, wo nur Passkeys gelten, muss einen anlegen, bevor das Passwort wegfällt.',
  noPlanText:
    'Ein Plan nennt Personen, die hier etwas haben. Dafür brauchen Sie die Berechtigungen users.read und, wenn Ihnen diese Anwendung nicht gehört, access.read von Licet.',
  stoppedText: (application) =>
    `Sie kommen bei ${application} nicht mehr hinein, wenn sie das nächste Mal dorthin gehen. Anderswo bleiben sie angemeldet.`,
};
