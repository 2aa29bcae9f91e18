import type { AddressFault } from '@licet/contract';
import { formatList, formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

export const words = {
  client: 'Client',
  clientId: 'Client id',
  kind: 'Kind',
  registered: 'Registered',
  register: 'Register client',
  table: (application: string) => `Clients of ${application}`,
  empty: 'No clients yet',
  emptyText: (application: string) =>
    `A client is a program that signs people in to ${application} or calls APIs for itself: a web page, a server, a nightly job. Register it to get its client id.`,
  made: (name: string) => `${name} is registered.`,
  saved: (name: string) => `${name} is saved.`,
  code: 'Code for this client',
  deletedByOther: 'Somebody else has deleted this client in the meantime.',
  kinds: {
    browser: {
      label: 'Browser',
      what: 'Signs people in in the browser: React, Next.js, any page. It keeps no secret.',
    },
    native: {
      label: 'Native',
      what: 'Installed on somebody’s phone or computer: a mobile app, a desktop program, a command line that opens a browser. It signs people in and keeps no secret.',
    },
    server: {
      label: 'Server',
      what: 'Signs people in on a server, without Licet’s packages: Django, Rails, Spring. It keeps a secret.',
    },
    device: {
      label: 'Device',
      what: 'A television, a command line without a browser: it shows a code that people enter in a browser, and acts for the person who did. It keeps no secret.',
    },
    service: {
      label: 'Service',
      what: 'A program that runs without a user, such as a nightly job or another API. It authenticates with its own secret.',
    },
  },
};

const faults: Readonly<Record<AddressFault, (address: string) => string>> = {
  characters: () => 'It contains a space, a backslash or a character that must be percent-encoded.',
  wildcard: () => 'Wildcards (*) are not supported. Write out each address.',
  fragment: () => 'It contains a fragment (after #). Remove it.',
  no_address: () => 'This is not an address. Write one such as https://app.example.org/callback.',
  host: () => 'A host has letters, digits, dots and hyphens only.',
  no_host: () => 'Write it with // and a host after the scheme.',
  user_name: () => 'It contains a username or a password. Remove it.',
  host_spelling: (address) => `Write the host as ${new URL(address).host}.`,
  needs_tls: () => 'Use https; http is only for localhost, 127.0.0.1 and [::1].',
  loopback_tls: () => 'An installed application listens on its own machine, where TLS is not possible. Use http.',
  native_only: (address) =>
    `Only installed applications can use ${new URL(address).protocol}. Register a client of the kind Native for it.`,
  scheme: (address) => `${new URL(address).protocol} cannot be used. Use https.`,
};

export const formWords = {
  name: 'Name',
  nameHint: 'As people know it: “Ledger web”.',
  redirect: 'Redirect addresses',
  redirectHint: 'Where people return to after signing in. One per line, exactly as the program sends it.',
  redirectNative:
    'One per line: a scheme of its own (org.example.app:/callback), http://127.0.0.1/callback for any port of the machine, or an https address that the app claims.',
  signOut: 'Sign-out addresses',
  signOutHint: 'Where people may be sent after signing out.',
  origins: 'Web origins',
  originsHint: 'Sites whose pages may ask Licet for tokens (CORS). Without a path.',
  logout: 'Notified of ended sessions at',
  logoutHint:
    'Licet sends a logout token there as soon as somebody signs out, is signed out or suspended (OpenID Connect Back-Channel Logout).',
  pkce: 'Require PKCE',
  pkceHint:
    'Each sign-in proves that the same program starts and completes it. Nearly all libraries do this automatically.',
  pkceOff:
    'Without PKCE, an attacker can use a stolen sign-in code in somebody else’s sign-in, unless the program checks a nonce. Turn PKCE off only for a program that does not support it.',
  pushed: 'Require pushed requests (PAR)',
  pushedHint: 'Every sign-in starts with a request that the program sends to Licet directly, not through the browser.',
  algorithm: 'ID tokens are signed with',
  algorithmHint:
    'Choose RS256 only if the program’s library supports no other algorithm. Access tokens are always signed with ES256.',
  keys: 'Public keys',
  keysHint:
    'With public keys, the program authenticates with its private key (private_key_jwt), and no secret is created.',
  keysUnreadable: 'This is not a set of public keys (JWKS) for ES256, RS256 or PS256, or it contains a private key.',
  offer: (address: string) => `Add ${address}`,
  redirectMissing: 'Enter the address that people return to after signing in.',
  line: (line: number, detail: string) => `Line ${line}: ${detail}`,
  twice: 'The list contains this address twice.',
  noScheme: (whole: string) => `An address begins with https:// or http://. Write ${whole}.`,
  faults,
  originOnly: (origin: string) => `An origin has no path. Write ${origin}.`,
};

/** Texts for deleting a client. */
export const clientWords = {
  delete: 'Delete client…',
  deleteTitle: (client: string) => `Delete the client ${client}?`,
  deleteAction: 'Delete client',
  deletePeople:
    'Nobody can sign in through it any longer. Its tokens expire within five minutes. Grants to people stay.',
  deleteService: 'It cannot sign in any longer. Its tokens expire within five minutes. Grants to people stay.',
  unusable: (addresses: readonly string[]) =>
    `A client of this kind cannot use ${formatList(addresses)}. Register a client of the kind Native for ${addresses.length === 1 ? 'it, and remove it' : 'them, and remove them'} here.`,
  deleted: (client: string) => `${client} is deleted.`,
};

/** Texts of a program's grants. */
export const accessWords = {
  title: 'Access',
  grant: 'Grant access',
  nothing:
    'It has no grants yet: its tokens for this application permit nothing, and it gets none for others. To call an API, grant it a role in that API’s application, under Grants; for the API of Licet, in the application Licet. An API that only checks tokens needs no grant.',
  more: (count: number) => `And ${formatNumber(count)} more.`,
};

export const secretWords = {
  title: (client: string) => `The secret of ${client}`,
  kept: 'I have saved the secret',
  once: 'It is shown once.',
  lasts: (days: number) => `It ends after ${days} days. Replace it before then, under Secrets and keys of the client.`,
  onceText: 'Licet keeps only a hash of it. Put it where the program reads its secrets, never into its code.',
  secret: 'Secret',
};

export const keyWords = {
  title: 'Secrets and keys',
  list: (client: string) => `Secrets and keys of ${client}`,
  kinds: { secret: 'Secret', public_key: 'Public key' },
  make: 'Create key',
  none: (client: string) => `${client} cannot sign in: none of its keys is valid. Create one.`,
  made: 'created',
  used: 'Last used',
  neverUsed: 'Not used yet',
  ends: 'Ends',
  ended: 'Ended',
  menu: (key: string) => `Actions for ${key}`,
  replace: 'Replace…',
  change: 'Change name or end…',
  end: 'End now…',
  newTitle: (client: string) => `New key for ${client}`,
  replaceTitle: (key: string) => `Replace ${key}`,
  cancel: 'Cancel',
  kind: 'Kind',
  secretHint: 'Shown once. The program sends it to Licet.',
  publicKeyHint:
    'The program keeps the private key and signs with it (private_key_jwt). Licet never sees it. The program’s secrets end at once. To keep one for a while, choose Replace… beside it.',
  publicKey: 'Public key (JWK)',
  oneKey: 'That is more than one key. Add each one separately.',
  makeSecret: 'Create secret',
  takeKey: 'Add public key',
  taken: (key: string) => `The key ${key} is accepted from now on.`,
  name: 'Name',
  nameHint: 'Where it is used, or for which year: “CI 2027”.',
  nameMissing: 'Give it a name.',
  lasts: 'Ends',
  days: (days: number) => (days === 365 ? 'In a year' : `In ${days} days`),
  never: 'Never',
  at: 'At a time',
  when: 'When it ends',
  endMissing: 'Choose the day and the time, or never.',
  neverText: 'A key without an end is accepted until somebody ends it. If it leaks unnoticed, the finder keeps access.',
  overlap: (key: string) => `${key} ends`,
  overlapHint: 'Until then both keys are accepted, so that the program can switch to the new one.',
  atOnce: 'At once',
  after: (days: number) => (days === 1 ? 'In a day' : `In ${days} days`),
  changeTitle: (key: string) => `Change ${key}`,
  changeAction: 'Save',
  changed: (key: string) => `${key} is saved.`,
  unchanged: (key: string) => `The change of ${key} was undone.`,
  endTitle: (key: string, client: string) => `End ${key} of ${client}?`,
  endAction: 'End key',
  endText: 'It is refused within a second, everywhere, permanently. The program’s tokens expire within five minutes.',
  endLast:
    'It is the only valid key: the program cannot sign in until it has another one. Its tokens expire within five minutes.',
  endDone: (key: string) => `${key} has ended.`,
};

catalogue('applications.clients', { words, formWords, clientWords, accessWords, secretWords, keyWords });
