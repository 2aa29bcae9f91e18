import type * as English from './words.ts';

export const words: typeof English.words = {
  title: 'Einstellungen',
  tabs: {
    organisation: 'Organisation',
    appearance: 'Erscheinungsbild',
    policy: 'Anmeldung',
    connections: 'Verbindungen',
    mail: 'E-Mail',
  },
};

export const organisationWords: typeof English.organisationWords = {
  name: 'Name',
  nameHint: 'Steht auf der Anmeldeseite, in E-Mails und in Authenticator-Apps.',
  saved: 'Der Name der Organisation ist geändert.',
  address: 'Adresse',
  addressHint: 'Diesem Aussteller vertrauen die Anwendungen. Eine Einstellung des Servers ändert ihn.',
  appearance: 'Das Logo und die Farben der Anmeldeseite stehen unter {tab}.',
};
