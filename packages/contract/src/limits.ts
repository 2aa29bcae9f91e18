import { requestLimits, reviewLimits, separationLimits } from './access-limits.ts';
import { clientLimits } from './client-limits.ts';
import { connectionLimits, storeLimits } from './connection-limits.ts';
import { type Limit, limit } from './limit.ts';
import { mailLimits } from './mail-limits.ts';
import { pathLimits } from './path-limits.ts';
import { planLimits } from './plan-limits.ts';
import { signInLimits } from './sign-in-limits.ts';

export type { Limit } from './limit.ts';

/** Every lifetime, size and rate of the product, in one place, for the server, the forms and the database. */
export const limits = {
  ...signInLimits,
  ...clientLimits,
  ...connectionLimits,
  ...planLimits,
  ...pathLimits,
  ...requestLimits,
  ...reviewLimits,
  ...separationLimits,
  auditCheckpointInterval: limit({
    value: 60,
    unit: 'seconds',
    reason:
      'What was done on the chain can be undone unseen for no longer than this: then its head is signed and handed outside.',
    source: 'own',
  }),
  accessTokenLifetime: limit({
    value: 300,
    unit: 'seconds',
    reason: 'A copied or outdated token is of use for minutes only.',
    source: 'RFC 9700 section 2.2.1',
  }),
  idTokenLifetime: limit({
    value: 300,
    unit: 'seconds',
    reason: 'An ID token says who signed in; nobody keeps it.',
    source: 'OpenID Connect Core 1.0 section 2',
  }),
  logoutTokenLifetime: limit({
    value: 120,
    unit: 'seconds',
    reason: 'A client is told at once, or with another token later.',
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
    reason: 'Clocks differ; a proof older than this is a replay.',
    source: 'RFC 9449 section 11.1',
  }),
  nameMax: limit({
    value: 256,
    unit: 'code points',
    reason: 'The longest permission name of a real cloud catalogue is 90; doubled, and room.',
    source: 'GCP and AWS catalogues',
  }),
  ownChangesMax: limit({
    value: 200,
    unit: 'items',
    reason:
      'Changes to a user after which they no longer change their own name. Each former name is looked for in the whole audit log when the user is erased.',
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
    reason: 'It stands in addresses, tokens and host names.',
    source: 'RFC 1035 section 2.3.4',
  }),
  callsAtOnce: limit({
    value: 5,
    unit: 'items',
    reason:
      'Calls of one person or one program on one server: half of the connections to its database stay with others.',
    source: 'own',
  }),
  callsWaiting: limit({
    value: 200,
    unit: 'items',
    reason:
      'Calls of one person or one program that wait for their turn: an application’s server asks for many at once.',
    source: 'own',
  }),
  pageDefault: limit({ value: 50, unit: 'items', reason: 'Two screens of rows.', source: 'own' }),
  pageMax: limit({ value: 200, unit: 'items', reason: 'A page stays under 100 kB.', source: 'own' }),
  countMax: limit({
    value: 10_000,
    unit: 'items',
    reason: 'Beyond this the count of a search, a filter or a log says “10,000+”: counting costs more than it tells.',
    source: 'own',
  }),
  matrixRows: limit({
    value: 2000,
    unit: 'items',
    reason: 'So many rows of a matrix come at once: with 11,000 permissions 22 million cells, a bit each.',
    source: 'own, measured',
  }),
  matrixEnding: limit({
    value: 7,
    unit: 'days',
    reason: 'What ends within a week is what people ask about; the list of ends begins with as much.',
    source: 'own',
  }),
  holdersMax: limit({
    value: 5000,
    unit: 'items',
    reason: 'Beyond this holders are walked by name and counted as “5,000+”.',
    source: 'product.md, measured',
  }),
  checkpointMax: limit({
    value: 4000,
    unit: 'code points',
    reason: 'A signed checkpoint has some 500; a public address may be long.',
    source: 'own',
  }),
  checkpointsMax: limit({
    value: 1000,
    unit: 'items',
    reason: 'Kept checkpoints are given in one body. More than these are compared by an export, without a server.',
    source: 'own',
  }),
  erasureEvents: limit({
    value: 500,
    unit: 'items',
    reason:
      'The plan of an erasure lists so many events; it counts the others. Somebody reads them before they confirm.',
    source: 'own',
  }),
  tokenBytes: limit({
    value: 6144,
    unit: 'bytes',
    reason: 'Servers refuse headers beyond 8 kB; the token leaves room for the others.',
    source: 'common HTTP servers’ defaults',
  }),
  tokenWarnBytes: limit({
    value: 4096,
    unit: 'bytes',
    reason: 'The console warns before the fall-back is reached.',
    source: 'own',
  }),
  bodyBytes: limit({ value: 1_048_576, unit: 'bytes', reason: 'No call but an import needs more.', source: 'own' }),
  publicBodyBytes: limit({
    value: 16_384,
    unit: 'bytes',
    reason: 'A name, a password and a code, each character escaped; sent by anyone, so it is read for anyone.',
    source: 'OWASP API Security Top 10 2023, API4',
  }),
  pictureBytes: limit({
    value: 102_400,
    unit: 'bytes',
    reason: 'A logo on the way to signing in must not hold up a slow phone: half a second at 1.6 Mbit/s.',
    source: 'own',
  }),
  pictureSide: limit({
    value: 1024,
    unit: 'pixels',
    reason: 'Three times as wide as a logo is shown; unpacked it takes 4 MB of memory at the most.',
    source: 'own',
  }),
  pushedRequestLifetime: limit({
    value: 60,
    unit: 'seconds',
    reason: 'A pushed request is used by the redirect that follows at once.',
    source: 'RFC 9126 section 2.2',
  }),
  formRequestBytes: limit({
    value: 8192,
    unit: 'bytes',
    reason:
      'An OpenID request that comes as a form goes on as an address, which has to fit into a head beside the cookies.',
    source: 'RFC 9110 section 4.1',
  }),
  jsonDepth: limit({
    value: 16,
    unit: 'items',
    reason: 'The deepest body of a call has three levels; parsers slow down with each.',
    source: 'own',
  }),
  jsonValues: limit({
    value: 26_000,
    unit: 'items',
    reason: 'A full report of usage has 25,000; checking more would hold up everybody else.',
    source: 'own, measured',
  }),
  importBytes: limit({
    value: 67_108_864,
    unit: 'bytes',
    reason: 'The most records with names of thirty characters each.',
    source: 'own',
  }),
  directoryBytes: limit({
    value: 268_435_456,
    unit: 'bytes',
    reason: 'Half a million people with their passwords, groups and roles; each is kept until all are written.',
    source: 'own',
  }),
  directoryFile: limit({
    value: 1_073_741_824,
    unit: 'bytes',
    reason: 'What another system exported says the same in more words than what comes over of it.',
    source: 'own',
  }),
  nestingMax: limit({
    value: 100,
    unit: 'items',
    reason:
      'Levels of groups within groups, and of roles that include roles. As deep as what comes over from a directory; each is told in each way by which somebody holds something.',
    source: 'own',
  }),
  directoryDepth: limit({
    value: 100,
    unit: 'items',
    reason: 'Groups within groups: no organisation is as deep.',
    source: 'own',
  }),
  directoryRoles: limit({
    value: 67_108_864,
    unit: 'bytes',
    reason: 'The roles, or the groups, of an exported realm are read whole: a hundred thousand of them.',
    source: 'own',
  }),
  directoryLine: limit({
    value: 262_144,
    unit: 'code points',
    reason: 'One person in a thousand groups, with a thousand roles.',
    source: 'own',
  }),
  importRecords: limit({
    value: 2_000_000,
    unit: 'items',
    reason: 'Nineteen times the largest list of pairs that we measure with; each is kept until all are written.',
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
    reason: 'Exact match wants each address listed.',
    source: 'RFC 9700 section 2.1',
  }),
  endingSoon: limit({
    value: 604_800,
    unit: 'seconds',
    reason: 'Amber begins seven days before an end.',
    source: 'the look of Licet',
  }),
  grantSecondsMax: limit({
    value: 315_619_200,
    unit: 'seconds',
    reason: 'A longest time of more than ten years is none.',
    source: 'own',
  }),
  breakGlassSecondsMax: limit({
    value: 86_400,
    unit: 'seconds',
    reason: 'An emergency of more than a day is a request.',
    source: 'own',
  }),
  breakGlassPerDay: limit({
    value: 5,
    unit: 'attempts',
    reason: 'Whoever needs it more often each day needs the role, or another way to work.',
    source: 'own',
  }),
  breakGlassAfterObjection: limit({
    value: 86_400,
    unit: 'seconds',
    reason: 'What somebody found to be wrong is not done again a moment later.',
    source: 'own',
  }),
  approversMax: limit({
    value: 50,
    unit: 'items',
    reason: 'Each is told of each request; more people are a group.',
    source: 'own',
  }),
  approvalStepsMax: limit({
    value: 5,
    unit: 'items',
    reason: 'Each step is somebody who is waited for.',
    source: 'own',
  }),
  approvalsMax: limit({ value: 10, unit: 'items', reason: 'More who must agree never do in time.', source: 'own' }),
  liveAtOnce: limit({
    value: 100,
    unit: 'items',
    reason: 'So many tabs renew at the same moment without a queue; beyond it they spread out.',
    source: 'stack.md, measured',
  }),
  liveSpread: limit({
    value: 10_000,
    unit: 'milliseconds',
    reason: 'The longest that a tab of many waits before it renews.',
    source: 'own',
  }),
  liveHeartbeat: limit({
    value: 15_000,
    unit: 'milliseconds',
    reason: 'Proxies close what is silent for thirty seconds or a minute.',
    source: 'HTML Standard section 9.2.7',
  }),
  liveStreamsMax: limit({
    value: 10_000,
    unit: 'items',
    reason: 'Memory for open streams stays bounded in each process.',
    source: 'own',
  }),
  changeWindow: limit({
    value: 10,
    unit: 'seconds',
    reason:
      'So close before a grant’s start or end a token carries what holds on both sides, so that tabs do not renew in a circle.',
    source: 'stack.md',
  }),
  ...mailLimits,
  ...storeLimits,
  ownDecisionsMax: limit({
    value: 50,
    unit: 'items',
    reason: 'A screen shows no more rows at once, and each costs as much as one asked for alone.',
    source: 'own',
  }),
  usageBatchMax: limit({
    value: 5000,
    unit: 'items',
    reason: 'A report stays well under a body’s limit.',
    source: 'own',
  }),
  usageEvery: limit({
    value: 60_000,
    unit: 'milliseconds',
    reason: 'Usage is for reviews, which look at days.',
    source: 'own',
  }),
  usageWindow: limit({
    value: 90,
    unit: 'days',
    reason: 'What nobody exercised for a quarter of a year is worth a question.',
    source: 'own',
  }),
  seriesPoints: limit({
    value: 400,
    unit: 'items',
    reason: 'A year by the day, and some: more is not told apart on a screen.',
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
      'Whoever sends the body of a call later than that is looked at once more: they may have been signed out meanwhile.',
    source: 'own',
  }),
  requestTimeout: limit({
    value: 10_000,
    unit: 'milliseconds',
    reason: 'A query that takes longer is broken; others must be served.',
    source: 'own',
  }),
} as const satisfies Record<string, Limit>;

/** The name of a limit. */
export type LimitName = keyof typeof limits;
