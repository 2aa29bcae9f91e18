import { catalogue } from '../../ui/language.ts';

export const words = {
  title: 'Settings',
  tabs: {
    organisation: 'Organisation',
    appearance: 'Appearance',
    policy: 'Sign-in',
    connections: 'Connections',
    mail: 'E-mail',
  },
};

/** Texts of the Organisation tab. */
export const organisationWords = {
  name: 'Name',
  nameHint: 'Shown on the sign-in page, in mails, and in authenticator apps.',
  saved: 'The organisation’s name is changed.',
};

catalogue('settings', { words, organisationWords });
