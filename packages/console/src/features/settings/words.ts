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
  address: 'Address',
  addressHint: 'The issuer that applications trust. A setting of the server changes it.',
  appearance: 'The logo and the colours of the sign-in page are in {tab}.',
};

catalogue('settings', { words, organisationWords });
