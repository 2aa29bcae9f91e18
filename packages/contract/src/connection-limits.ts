import { limit } from './limit.ts';

/** Limits of calls to other servers, and of providers and directories. */
export const connectionLimits = {
  certificateReread: limit({
    value: 10,
    unit: 'seconds',
    reason: 'What renews certificates writes two files, one after the other; reading them costs nothing.',
    source: 'own',
  }),
  outgoingTime: limit({
    value: 10,
    unit: 'seconds',
    reason: 'A person waits for what another server answers; redirects and the body included.',
    source: 'own',
  }),
  outgoingBody: limit({
    value: 1_048_576,
    unit: 'bytes',
    reason: 'Discovery documents, keys and profiles are a hundredth of it.',
    source: 'own',
  }),
  outgoingHeader: limit({ value: 16_384, unit: 'bytes', reason: 'What Node reads of one.', source: 'Node.js http' }),
  outgoingRedirects: limit({
    value: 3,
    unit: 'items',
    reason: 'To another host, to a path with a slash; a longer way is a circle.',
    source: 'own',
  }),
  claimValueMax: limit({
    value: 255,
    unit: 'code points',
    reason:
      'Client ids, what names somebody elsewhere and their session there, and values of claims that say what people are in.',
    source: 'OpenID Connect Core 1.0 section 2',
  }),
  connectionDomainsMax: limit({
    value: 100,
    unit: 'items',
    reason: 'More domains than one provider serves.',
    source: 'own',
  }),
  connectionGroupsMax: limit({
    value: 200,
    unit: 'items',
    reason: 'What a provider says in a token at all: Entra names no more than 200 groups in one.',
    source: 'Microsoft identity platform, groups overage claim',
  }),
  connectionScopesMax: limit({ value: 20, unit: 'items', reason: 'Signing in takes three.', source: 'own' }),
  connectionValuesMax: limit({
    value: 20,
    unit: 'items',
    reason: 'Ways in which one provider names two factors.',
    source: 'own',
  }),
  ldapDnMax: limit({
    value: 1000,
    unit: 'code points',
    reason: 'Names of entries below many others; a directory itself sets no end.',
    source: 'RFC 4512 section 2.3.2',
  }),
  ldapCertificatesMax: limit({
    value: 32_768,
    unit: 'bytes',
    reason: 'A handful of authorities, each of two thousand bytes.',
    source: 'own',
  }),
  ldapLoginAttributesMax: limit({
    value: 4,
    unit: 'items',
    reason: 'A name, an address, a number: each is searched at every sign-in.',
    source: 'own',
  }),
  ldapTime: limit({
    value: 5,
    unit: 'seconds',
    reason: 'A person waits on the sign-in page: all that a directory is asked, from the connection on.',
    source: 'own',
  }),
  ldapAnswerTime: limit({
    value: 1500,
    unit: 'milliseconds',
    reason:
      'Every wrong answer takes as long as one of a directory, and no longer than a directory takes that is well.',
    source: 'own',
  }),
  ldapSeenFor: limit({
    value: 30,
    unit: 'seconds',
    reason: 'How long it counts that a directory answered, or did not, before a wrong answer asks again.',
    source: 'own',
  }),
  syncLeaversMax: limit({
    value: 20,
    unit: 'items',
    reason:
      'A run in which more people leave than that, and more than a third of those who are linked and not suspended, waits for a confirmation; so does one in which all of several leave. A wrong base DN or a lost right to read looks the same as people leaving. Twenty people at once is a bad month of a hundred, or a department.',
    source: 'own',
  }),
  syncLeaversShare: limit({
    value: 3,
    unit: 'items',
    reason: 'One in so many: see syncLeaversMax. A share alone would stop a team of five that loses two.',
    source: 'own',
  }),
  syncShown: limit({
    value: 1000,
    unit: 'items',
    reason: 'So many of each kind are named in a plan; a thousand names are looked through, and take 100 kB.',
    source: 'own',
  }),
  syncMinutesMin: limit({
    value: 15,
    unit: 'minutes',
    reason: 'Between two runs. Each reads the whole directory: ten thousand entries take some seconds of it.',
    source: 'own',
  }),
  syncMinutesMax: limit({
    value: 10_080,
    unit: 'minutes',
    reason: 'Between two runs: a week. Whoever left keeps their access for as long.',
    source: 'own',
  }),
  syncSilence: limit({
    value: 60,
    unit: 'seconds',
    reason: 'A run that was not heard of for so long belongs to a server that is gone; another one may begin.',
    source: 'own',
  }),
  ldapTestTime: limit({
    value: 60,
    unit: 'seconds',
    reason: 'A test reads the names of all people, to find a limit of the directory: ten thousand take a few seconds.',
    source: 'own',
  }),
  ldapImportTime: limit({
    value: 600,
    unit: 'seconds',
    reason: 'A hundred thousand entries, page by page, from a slow directory.',
    source: 'own',
  }),
  ldapAnswer: limit({
    value: 4_194_304,
    unit: 'bytes',
    reason: 'One person and a thousand groups are a tenth of it.',
    source: 'own',
  }),
  ldapImportAnswer: limit({
    value: 1_073_741_824,
    unit: 'bytes',
    reason: 'A million entries of a thousand bytes; they are read page by page.',
    source: 'own',
  }),
  ldapAtOnce: limit({
    value: 16,
    unit: 'items',
    reason: 'Connections to one directory from one server: each lasts as long as one sign-in. The rest wait in line.',
    source: 'own',
  }),
  ldapGroupsMax: limit({
    value: 1000,
    unit: 'items',
    reason: 'What one person is in; Active Directory lets nobody into more than 1,015.',
    source: 'Microsoft, Active Directory maximum limits',
  }),
  signOutPatience: limit({
    value: 3000,
    unit: 'milliseconds',
    reason:
      'Whoever signs out waits so long for a provider that says where it is done there; they are signed out here already.',
    source: 'own',
  }),
  signOutThereLifetime: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Between leaving to sign out at a provider, which may ask whether one wants to, and coming back.',
    source: 'own',
  }),
  idTokenHintMax: limit({
    value: 4096,
    unit: 'bytes',
    reason:
      'It goes in an address, and servers take lines of 8,192 bytes. Without it a provider asks before it signs out.',
    source: 'OpenID Connect RP-Initiated Logout 1.0 section 2',
  }),
  logoutTokenBytes: limit({
    value: 16_384,
    unit: 'bytes',
    reason: 'What a provider says of the end of a session: a token is a tenth of it.',
    source: 'own',
  }),
  logoutTokenAge: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Providers try again for minutes. Used ones are remembered for longer.',
    source: 'OpenID Connect Back-Channel Logout 1.0 section 2.4',
  }),
  providerKeysKept: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Keys by which the end of a session is proved are fetched anew after so long.',
    source: 'own',
  }),
  providerKeysCooldown: limit({
    value: 30,
    unit: 'seconds',
    reason: 'However many tokens name keys that are not known, a provider is asked for its keys once in so long.',
    source: 'own',
  }),
  connectionsMax: limit({ value: 50, unit: 'items', reason: 'Each is a button of the sign-in page.', source: 'own' }),
} as const;

/** How much memory and time an object store, or a server that answers in its place, may take. */
export const storeLimits = {
  storeNamesMax: limit({
    value: 5_000_000,
    unit: 'items',
    reason: 'Nine years of checkpoints, one a minute.',
    source: 'own',
  }),
  storePagesMax: limit({
    value: 20_000,
    unit: 'items',
    reason: 'A page has a thousand names, ours or others: four times as many as are kept of ours.',
    source: 'Amazon S3 API, ListObjectsV2',
  }),
  storeListingTime: limit({
    value: 3600,
    unit: 'seconds',
    reason: 'All pages of a listing, of a store that takes a fifth of a second for each.',
    source: 'own',
  }),
  storeAnswerMax: limit({
    value: 8_388_608,
    unit: 'bytes',
    reason: 'A page of a thousand names of a thousand characters each, encoded; only an object is larger.',
    source: 'Amazon S3 API, ListObjectsV2',
  }),
};
