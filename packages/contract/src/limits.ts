import { grantLimits, pathLimits, requestLimits, reviewLimits, separationLimits } from './access-limits.ts';
import { clientLimits, connectionLimits, storeLimits } from './connection-limits.ts';
import { type Limit, limit } from './limit.ts';
import { mailLimits } from './mail-limits.ts';
import { planLimits } from './plan-limits.ts';
import { signInLimits } from './sign-in-limits.ts';
import { viewLimits } from './view-limits.ts';

export type { Limit } from './limit.ts';

/** All lifetimes, sizes and rates of the product, for the server, the forms and the database. */
export const limits = {
  ...signInLimits,
  ...clientLimits,
  ...connectionLimits,
  ...planLimits,
  ...pathLimits,
  ...grantLimits,
  ...requestLimits,
  ...reviewLimits,
  ...separationLimits,
  ...viewLimits,
  auditCheckpointInterval: limit({
    value: 60,
    unit: 'seconds',
    reason:
      'A change can be removed from the chain unnoticed for at most this time: then its newest hash is signed and stored elsewhere.',
    source: 'own',
  }),
  accessTokenLifetime: limit({
    value: 300,
    unit: 'seconds',
    reason: 'A copied or outdated token is useful only for minutes.',
    source: 'RFC 9700 section 2.2.1',
  }),
  idTokenLifetime: limit({
    value: 300,
    unit: 'seconds',
    reason: 'An ID token reports who signed in, and nobody stores it.',
    source: 'OpenID Connect Core 1.0 section 2',
  }),
  logoutTokenLifetime: limit({
    value: 120,
    unit: 'seconds',
    reason: 'A client is notified at once, or later with another token.',
    source: 'OpenID Connect Back-Channel Logout 1.0 section 4',
  }),
  authorizationCodeLifetime: limit({
    value: 60,
    unit: 'seconds',
    reason: 'A code travels once through the browser.',
    source: 'RFC 9700 section 2.1.1',
  }),
  dpopProofAge: limit({
    value: 300,
    unit: 'seconds',
    reason: 'Clocks differ. An older proof is a replay.',
    source: 'RFC 9449 section 11.1',
  }),
  nameMax: limit({
    value: 256,
    unit: 'code points',
    reason: 'The longest permission name of a real cloud catalogue has 90 characters: twice that, and a reserve.',
    source: 'GCP and AWS catalogues',
  }),
  ownChangesMax: limit({
    value: 200,
    unit: 'items',
    reason:
      'Changes to a user after which they can no longer change their own name. An erasure searches the whole audit log for each former name.',
    source: 'own',
  }),
  titleMax: limit({ value: 256, unit: 'code points', reason: 'A title is one line.', source: 'own' }),
  descriptionMax: limit({ value: 2000, unit: 'code points', reason: 'A description is a paragraph.', source: 'own' }),
  reasonMax: limit({ value: 1000, unit: 'code points', reason: 'A reason is a few sentences.', source: 'own' }),
  emailMax: limit({
    value: 254,
    unit: 'code points',
    reason: 'The longest address that a mail path can carry.',
    source: 'RFC 5321 section 4.5.3.1.3',
  }),
  applicationIdMax: limit({
    value: 63,
    unit: 'code points',
    reason: 'It is part of addresses, tokens and host names.',
    source: 'RFC 1035 section 2.3.4',
  }),
  callsAtOnce: limit({
    value: 5,
    unit: 'items',
    reason: 'Calls of one user or program on one server: half of the connections to its database remain for others.',
    source: 'own',
  }),
  callsWaiting: limit({
    value: 200,
    unit: 'items',
    reason: 'Waiting calls of one user or program: an application’s server makes many at once.',
    source: 'own',
  }),
  pageDefault: limit({ value: 50, unit: 'items', reason: 'Two screens of rows.', source: 'own' }),
  pageMax: limit({ value: 200, unit: 'items', reason: 'A page stays under 100 kB.', source: 'own' }),
  countMax: limit({
    value: 10_000,
    unit: 'items',
    reason: 'Above this, the count of a search, a filter or a log is “10,000+”: counting costs more than it is worth.',
    source: 'own',
  }),
  usersAtOnce: limit({
    value: 10_000,
    unit: 'items',
    reason: 'Users that are changed together: the steps of a large plan. A filtered list counts to this number.',
    source: 'own',
  }),
  matrixRows: limit({
    value: 2000,
    unit: 'items',
    reason: 'The rows of a matrix in one answer: with 11,000 permissions 22 million cells, of a bit each.',
    source: 'own, measured',
  }),
  matrixEnding: limit({
    value: 7,
    unit: 'days',
    reason: 'Users ask about what ends within a week; the list of ends begins with the same time.',
    source: 'own',
  }),
  holdersMax: limit({
    value: 5000,
    unit: 'items',
    reason: 'Above this, holders are listed by name and counted as “5,000+”.',
    source: 'product.md, measured',
  }),
  checkpointMax: limit({
    value: 4000,
    unit: 'code points',
    reason: 'A signed checkpoint has about 500 characters; a public address may be long.',
    source: 'own',
  }),
  checkpointsMax: limit({
    value: 1000,
    unit: 'items',
    reason: 'Stored checkpoints are sent in one body. More than these are compared with an export, without a server.',
    source: 'own',
  }),
  erasureEvents: limit({
    value: 500,
    unit: 'items',
    reason: 'The plan of an erasure lists this many events and counts the others. A person reads all of them.',
    source: 'own',
  }),
  tokenBytes: limit({
    value: 6144,
    unit: 'bytes',
    reason: 'Servers refuse headers above 8 kB, and other headers need room.',
    source: 'common HTTP servers’ defaults',
  }),
  tokenWarnBytes: limit({
    value: 4096,
    unit: 'bytes',
    reason: 'The console warns before a token is too long for its list.',
    source: 'own',
  }),
  bodyBytes: limit({ value: 1_048_576, unit: 'bytes', reason: 'Only imports need more.', source: 'own' }),
  publicBodyBytes: limit({
    value: 16_384,
    unit: 'bytes',
    reason:
      'A name, a password and a code, with each character escaped. Anybody can send it, so the server reads it before it knows the caller.',
    source: 'OWASP API Security Top 10 2023, API4',
  }),
  pictureBytes: limit({
    value: 102_400,
    unit: 'bytes',
    reason: 'A logo on the sign-in page must not delay a slow phone: half a second at 1.6 Mbit/s.',
    source: 'own',
  }),
  pictureSide: limit({
    value: 1024,
    unit: 'pixels',
    reason: 'Three times the displayed width of a logo; unpacked it takes at most 4 MB of memory.',
    source: 'own',
  }),
  pushedRequestLifetime: limit({
    value: 60,
    unit: 'seconds',
    reason: 'The redirect that follows at once uses a pushed request.',
    source: 'RFC 9126 section 2.2',
  }),
  formRequestBytes: limit({
    value: 8192,
    unit: 'bytes',
    reason: 'An OpenID request in a form becomes an address, which must fit into the headers with the cookies.',
    source: 'RFC 9110 section 4.1',
  }),
  jsonDepth: limit({
    value: 16,
    unit: 'items',
    reason: 'The deepest body of a call has three levels, and parsers slow down with each level.',
    source: 'own',
  }),
  jsonValues: limit({
    value: 26_000,
    unit: 'items',
    reason: 'A full report of usage has 25,000. Checking more would delay all other requests.',
    source: 'own, measured',
  }),
  importBytes: limit({
    value: 67_108_864,
    unit: 'bytes',
    reason: 'The largest number of records, with names of thirty characters each.',
    source: 'own',
  }),
  directoryBytes: limit({
    value: 268_435_456,
    unit: 'bytes',
    reason: 'Half a million users with their passwords, groups and roles; memory holds them until all are written.',
    source: 'own',
  }),
  directoryFile: limit({
    value: 1_073_741_824,
    unit: 'bytes',
    reason: 'The export of another system contains the same in more words than what is imported.',
    source: 'own',
  }),
  nestingMax: limit({
    value: 100,
    unit: 'items',
    reason: 'Levels of groups within groups, and of roles that include roles. Every path of a holder is listed.',
    source: 'own',
  }),
  inclusionsMax: limit({
    value: 100_000,
    unit: 'items',
    reason: 'Inclusions of roles in an application. PostgreSQL follows as many in a fifth of a second.',
    source: 'own, measured',
  }),
  directoryDepth: limit({
    value: 100,
    unit: 'items',
    reason: 'Groups within groups: no organisation is deeper.',
    source: 'own',
  }),
  directoryRoles: limit({
    value: 67_108_864,
    unit: 'bytes',
    reason: 'The roles or groups of an exported realm are read as a whole: a hundred thousand of them.',
    source: 'own',
  }),
  directoryLine: limit({
    value: 262_144,
    unit: 'code points',
    reason: 'One user in a thousand groups, with a thousand roles.',
    source: 'own',
  }),
  importRecords: limit({
    value: 2_000_000,
    unit: 'items',
    reason: 'Nineteen times the largest list of pairs in our measurements; memory holds them until all are written.',
    source: 'own',
  }),
  importErrorsShown: limit({
    value: 100,
    unit: 'items',
    reason: 'Enough to see the pattern in a broken file.',
    source: 'own',
  }),
  redirectUrisMax: limit({
    value: 50,
    unit: 'items',
    reason: 'Addresses are compared exactly, so each has to be listed.',
    source: 'RFC 9700 section 2.1',
  }),
  liveAtOnce: limit({
    value: 100,
    unit: 'items',
    reason: 'This many tabs can renew at the same moment without a queue. More of them spread out.',
    source: 'stack.md, measured',
  }),
  liveSpread: limit({
    value: 10_000,
    unit: 'milliseconds',
    reason: 'The longest time that one of many tabs waits before it renews.',
    source: 'own',
  }),
  liveHeartbeat: limit({
    value: 15_000,
    unit: 'milliseconds',
    reason: 'Proxies close connections that are silent for thirty seconds or a minute.',
    source: 'HTML Standard section 9.2.7',
  }),
  liveStreamsMax: limit({
    value: 10_000,
    unit: 'items',
    reason: 'Bounds the memory for open streams in each process.',
    source: 'own',
  }),
  liveStreamsOfUser: limit({
    value: 50,
    unit: 'items',
    reason: 'In each process and application, so that one user’s tabs leave room for others.',
    source: 'own',
  }),
  liveStreamsOfClient: limit({
    value: 200,
    unit: 'items',
    reason:
      'In each process. Every process of an API holds one stream, and a rolling update doubles their number. One client leaves room for others.',
    source: 'own',
  }),
  liveStreamsOfApplication: limit({
    value: 1000,
    unit: 'items',
    reason: 'In each process: five full clients. One application leaves room for others.',
    source: 'own',
  }),
  liveUnreadPieces: limit({
    value: 256,
    unit: 'items',
    reason: 'A reader with more unread pieces is disconnected. It gets everything again when it reconnects.',
    source: 'own',
  }),
  liveUnreadBytes: limit({
    value: 1_048_576,
    unit: 'bytes',
    reason: 'A reader with more unread text is disconnected. A single revocation can name a thousand users, in 39 kB.',
    source: 'own',
  }),
  liveLastRead: limit({
    value: 30_000,
    unit: 'milliseconds',
    reason: 'After a stream has ended, its reader has this long to read the rest. Then the connection is closed.',
    source: 'own',
  }),
  liveReading: limit({
    value: 5000,
    unit: 'milliseconds',
    reason:
      'The longest statement for streams. A slower one must not hide a revoked grant: all tokens of the application are refused, or its tabs renew.',
    source: 'own',
  }),
  changeWindow: limit({
    value: 10,
    unit: 'seconds',
    reason:
      'This close to a grant’s start or end, a token carries what is valid on both sides, so that tabs do not renew in a loop.',
    source: 'stack.md',
  }),
  ...mailLimits,
  ...storeLimits,
  ownDecisionsMax: limit({
    value: 50,
    unit: 'items',
    reason: 'A screen shows no more rows at once, and each costs as much as a single one.',
    source: 'own',
  }),
  usageBatchMax: limit({
    value: 5000,
    unit: 'items',
    reason: 'A report stays well below the limit of a body.',
    source: 'own',
  }),
  usageEvery: limit({
    value: 60_000,
    unit: 'milliseconds',
    reason: 'Usage is for reviews, which count in days.',
    source: 'own',
  }),
  usageWindow: limit({
    value: 90,
    unit: 'days',
    reason: 'Access that nobody exercised for a quarter of a year is worth a question.',
    source: 'own',
  }),
  seriesPoints: limit({
    value: 400,
    unit: 'items',
    reason: 'A year by day, and some: more points cannot be distinguished on a screen.',
    source: 'own',
  }),
  usageKept: limit({
    value: 400,
    unit: 'days',
    reason: 'Reviews look back a year, and some.',
    source: 'own',
  }),
  bodyHeldBack: limit({
    value: 1000,
    unit: 'milliseconds',
    reason:
      'A caller who sends the body of a call later than this is checked once more: they may have been signed out meanwhile.',
    source: 'own',
  }),
  requestTimeout: limit({
    value: 10_000,
    unit: 'milliseconds',
    reason: 'A query that takes longer is broken, and others must be served.',
    source: 'own',
  }),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
