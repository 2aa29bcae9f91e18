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
    permissions: 'Berechtigungen',
    roles: 'Rollen',
    matrix: 'Matrix',
    grants: 'Freigaben',
    clients: 'Clients',
    'sign-in': 'Anmeldung',
    integration: 'Einbindung',
    usage: 'Nutzung',
  },
  make: {
    permissions: 'Berechtigungen hinzufügen',
    roles: 'Neue Rolle',
    grants: 'Freigabe hinzufügen',
    clients: 'Client registrieren',
  },
  import: 'Importieren',
  export: 'Exportieren',
  exportWhat: 'Exportieren, wer was darf',
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
