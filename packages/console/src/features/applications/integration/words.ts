import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

export const words = {
  noClient: 'The code below needs the id of a client of the kind {kind}, and none is registered yet.',
  webOf: (application: string) => `${application} web`,
  registerAt: (origin: string) => `Register one for ${origin}`,
  otherAddresses: 'At other addresses',
  register: 'Register a client',
  have: 'What you have',
  permitted:
    'You have every permission of this application. To see a refusal, sign in to it as somebody with less access.',
  client: 'Client',
  needs: 'What the code needs',
  issuer: 'Issuer',
  audience: 'Audience',
  clientIdOf: (client: string) => `Client id of ${client}`,
  discovery: 'Discovery',
  noOrigin:
    'The code below would not get a token yet: {origin}, the origin of its page, is not a web origin of the client. Add it first.',
  originsOf: (client: string) => `Web origins of ${client}`,
  noSignOut:
    'Signing out would end on a page of Licet: the client has no sign-out address. Add the address of the page, {page}, to it.',
  signOutOf: (client: string) => `Sign-out addresses of ${client}`,
  reactOther: 'This is for a client that runs in the browser; the chosen one does not.',
  sql: 'For PostgreSQL 15 and later, beside PostgREST, Supabase or an API of your own: row-level security by the same rule.',
  curl: 'This is for a service with a secret of its own; the chosen client signs people in.',
};

/** The descriptions of the frameworks. */
export const placeWords = {
  react: 'Vite, in the browser',
  next: 'App Router',
  'react-router': 'Vite, data mode',
  'tanstack-start': 'pages from a server',
  express: 'API',
  fastify: 'API',
  sql: 'row-level security',
  curl: 'a program that runs without a user',
};

/** Labels of the steps other than writing a file. */
export const stepWords = {
  pack: 'In the clone of Licet, here ../licet: the packages are in no registry yet',
  install: 'In your application',
  load: 'In your application, once for each database',
  claims: 'In your API, at the beginning of each transaction: the claims of a token that it has verified',
  secret: 'In a shell: the secret was shown once, when the client was registered',
  token: 'A token',
  call: 'A call to your API with the token',
};

/** Texts of a user's token. */
export const tokenWords = {
  title: 'See a token',
  whose: 'Whose',
  placeholder: 'Name, username or e-mail',
  hint: 'What their token for this application would say now.',
  invited: 'No password yet: no token is issued until one is set.',
  suspended: 'The account is suspended: no token is issued until it is active.',
  size: 'Size',
  sizeOf: (size: string, budget: string) => `${size} of ${budget} kB`,
  sizeLabel: 'Size of the token',
  byReference: (count: string) =>
    `The list of ${count} permissions is too long for a token. The token carries the roles and a hash ({claim}); the list comes as a signed document from Licet.`,
  admin: 'The role admin permits everything, including what is not listed.',
  claims: 'Claims of the token',
  more: (count: number) => `… ${formatNumber(count)} more`,
};

catalogue('applications.integration', { words, placeWords, stepWords, tokenWords });
