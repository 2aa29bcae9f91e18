import { limit } from './limit.ts';

export const connectionLimits = {
  certificateReread: limit({
    value: 10,
    unit: 'seconds',
    reason: 'Renewal writes two files, one after the other. Reading them costs almost nothing.',
    source: 'own',
  }),
  outgoingTime: limit({
    value: 10,
    unit: 'seconds',
    reason: 'A user waits for the answer of another server, including redirects and the body.',
    source: 'own',
  }),
  outgoingBody: limit({
    value: 1_048_576,
    unit: 'bytes',
    reason: 'Discovery documents, keys and profiles take a hundredth of it.',
    source: 'own',
  }),
  outgoingHeader: limit({ value: 16_384, unit: 'bytes', reason: 'The limit of Node.', source: 'Node.js http' }),
  outgoingRedirects: limit({
    value: 3,
    unit: 'items',
    reason: 'To another host, or to a path with a slash. More redirects are a loop.',
    source: 'own',
  }),
  claimValueMax: limit({
    value: 255,
    unit: 'code points',
    reason: 'Client ids, subjects, session ids, and values of group claims.',
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
    reason: 'The most that a provider sends in a token: Entra names at most 200 groups.',
    source: 'Microsoft identity platform, groups overage claim',
  }),
  connectionScopesMax: limit({ value: 20, unit: 'items', reason: 'A sign-in needs three.', source: 'own' }),
  connectionValuesMax: limit({
    value: 20,
    unit: 'items',
    reason: 'The values by which one provider reports two factors.',
    source: 'own',
  }),
  ldapDnMax: limit({
    value: 1000,
    unit: 'code points',
    reason: 'Entries below many others have long names, and directories set no limit.',
    source: 'RFC 4512 section 2.3.2',
  }),
  ldapCertificatesMax: limit({
    value: 32_768,
    unit: 'bytes',
    reason: 'A handful of authorities, of two thousand bytes each.',
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
    reason: 'A user waits on the sign-in page for all requests to a directory, including the connection.',
    source: 'own',
  }),
  ldapAnswerTime: limit({
    value: 1500,
    unit: 'milliseconds',
    reason: 'Every wrong answer takes as long as one from a directory, and no longer than a healthy directory takes.',
    source: 'own',
  }),
  ldapSeenFor: limit({
    value: 30,
    unit: 'seconds',
    reason: 'The time for which a directory counts as reachable or not, before a wrong answer checks it again.',
    source: 'own',
  }),
  syncLeaversMax: limit({
    value: 20,
    unit: 'items',
    reason:
      'A run waits for a confirmation if more users than that leave, and more than a third of the linked users who are not suspended; also if all of several users leave. A wrong base DN or a lost right to read looks like users leaving. Twenty users at once is a bad month of a hundred, or a department.',
    source: 'own',
  }),
  syncLeaversShare: limit({
    value: 3,
    unit: 'items',
    reason: 'One in this many users: see syncLeaversMax. A share alone would stop a team of five that loses two.',
    source: 'own',
  }),
  syncShown: limit({
    value: 1000,
    unit: 'items',
    reason:
      'The last run names this many of each kind, and so does the console. A thousand names can be looked through, and take 100 kB to store. A plan that the API returns before a run names all.',
    source: 'own',
  }),
  syncMinutesMin: limit({
    value: 15,
    unit: 'minutes',
    reason:
      'The shortest time between two runs. Each reads the whole directory: ten thousand entries take some seconds.',
    source: 'own',
  }),
  syncMinutesMax: limit({
    value: 10_080,
    unit: 'minutes',
    reason: 'The longest time between two runs: a week. A user who left the directory keeps their access that long.',
    source: 'own',
  }),
  syncSilence: limit({
    value: 60,
    unit: 'seconds',
    reason: 'A run without a sign of life for this long belongs to a server that is gone. Another run may begin.',
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
    reason: 'One person and a thousand groups take a tenth of it.',
    source: 'own',
  }),
  ldapImportAnswer: limit({
    value: 1_073_741_824,
    unit: 'bytes',
    reason: 'A million entries of a thousand bytes, read page by page.',
    source: 'own',
  }),
  ldapAtOnce: limit({
    value: 16,
    unit: 'items',
    reason:
      'Connections from one server to one directory: each lasts as long as one sign-in, and further sign-ins wait.',
    source: 'own',
  }),
  ldapGroupsMax: limit({
    value: 1000,
    unit: 'items',
    reason: 'The groups of one person; Active Directory allows 1,015.',
    source: 'Microsoft, Active Directory maximum limits',
  }),
  signOutPatience: limit({
    value: 3000,
    unit: 'milliseconds',
    reason:
      'A user who signs out waits this long for the address of the provider’s sign-out. They are already signed out here.',
    source: 'own',
  }),
  signOutThereLifetime: limit({
    value: 600,
    unit: 'seconds',
    reason: 'The time at a provider that may ask whether the user wants to sign out there.',
    source: 'own',
  }),
  idTokenHintMax: limit({
    value: 4096,
    unit: 'bytes',
    reason:
      'It is part of an address, and servers accept lines of 8,192 bytes. Without it, a provider asks before it signs the user out.',
    source: 'OpenID Connect RP-Initiated Logout 1.0 section 2',
  }),
  logoutTokenBytes: limit({
    value: 16_384,
    unit: 'bytes',
    reason: 'A logout token takes a tenth of it.',
    source: 'own',
  }),
  logoutTokenAge: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Providers retry for minutes. Used tokens are remembered for longer.',
    source: 'OpenID Connect Back-Channel Logout 1.0 section 2.4',
  }),
  providerKeysKept: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Keys that verify logout tokens are fetched again after this time.',
    source: 'own',
  }),
  providerKeysCooldown: limit({
    value: 30,
    unit: 'seconds',
    reason: 'The keys of a provider are fetched at most once in this time, however many tokens name unknown keys.',
    source: 'own',
  }),
  connectionsMax: limit({
    value: 50,
    unit: 'items',
    reason: 'Each one is a button of the sign-in page.',
    source: 'own',
  }),
} as const;

/** Limits of memory and time for calls to an object store. */
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
    reason: 'A page has a thousand names, including those of others: four times the number of stored checkpoints.',
    source: 'Amazon S3 API, ListObjectsV2',
  }),
  storeListingTime: limit({
    value: 3600,
    unit: 'seconds',
    reason: 'All pages of a listing, if the store takes a fifth of a second for each.',
    source: 'own',
  }),
  storeAnswerMax: limit({
    value: 8_388_608,
    unit: 'bytes',
    reason: 'A page of a thousand names of a thousand characters each, encoded. Only an object is larger.',
    source: 'Amazon S3 API, ListObjectsV2',
  }),
};

export const clientLimits = {
  clientKeysMax: limit({
    value: 5,
    unit: 'items',
    reason: 'Two of each of two kinds while a key is replaced, and one more. All are tried if an assertion names none.',
    source: 'own',
  }),
  clientKeyLifetime: limit({
    value: 180,
    unit: 'days',
    reason: 'A secret that leaked unnoticed is useful for at most half a year, unless its creator chooses otherwise.',
    source: 'Microsoft Entra ID’s recommendation for client secrets',
  }),
  clientKeyOverlap: limit({
    value: 90,
    unit: 'days',
    reason: 'The longest time that a replaced key stays valid: a quarter, in which every program is deployed once.',
    source: 'own',
  }),
  clientKeyWarning: limit({
    value: 14,
    unit: 'days',
    reason: 'Two weeks for deploying the next key of a program.',
    source: 'own',
  }),
  clientKeysKept: limit({
    value: 90,
    unit: 'days',
    reason: 'Until then, a program that still uses an ended key gets that reason, and its owner sees it.',
    source: 'own',
  }),
  clientKeyUseNoted: limit({
    value: 60,
    unit: 'seconds',
    reason: 'The last use of a key is recorded once a minute, however often it is used.',
    source: 'own',
  }),
  clientAssertionLifetime: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Each assertion is remembered until it ends, so that it is accepted once.',
    source: 'RFC 7523 section 3',
  }),
};
