import type * as English from './words.ts';

export const words: typeof English.words = {
  users: 'Benutzer',
  groups: 'Gruppen',
  check: 'Prüfen',
  who: 'Wer darf',
  compare: 'Vergleichen',
  reviews: 'Überprüfungen',
  separation: 'Funktionstrennung',
  ending: 'Endet bald',
  changes: 'Änderungen',
  signIns: 'Anmeldungen',
  changeSets: 'Änderungssätze',
  emergencies: 'Notfälle',
};
