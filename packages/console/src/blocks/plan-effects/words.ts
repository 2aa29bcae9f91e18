import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const many = (count: number, one: string, other: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${other}`;

/** Texts about the effects of changes. */
export const words = {
  title: 'What this changes',
  sums: (gain: number, lose: number) =>
    gain + lose === 0
      ? 'nobody gains or loses'
      : `${gain === 0 ? 'nobody' : formatNumber(gain)} ${gain > 1 ? 'gain' : 'gains'}, ${lose === 0 ? 'nobody' : formatNumber(lose)} ${lose > 1 ? 'lose' : 'loses'}`,
  sumsAtOnce: (sums: string) => `at once: ${sums}; more changes later`,
  asking: 'Computing the effects',
  askingYet: 'The effects are still being computed.',
  nothing: 'Nobody gains or loses a role or permission, now or later.',
  nothingElse: 'Apart from this, nobody gains or loses a role or permission.',
  stillNamed: (user: string, roles: string) => `The policies of these roles still name ${user}: ${roles}`,
  stillNamedWhy: (user: string, to: string) =>
    `${to} already approves requests for them, and one person cannot approve twice. Once ${user} is suspended or deleted, an owner approves instead.`,
  notEvaluated: (aspects: string) => `Also changed, but not listed person by person: ${aspects}.`,
  aspects: {
    owners: 'who owns an application',
    role_rules: 'who decides on requests or may take a role in an emergency',
    separations: 'separation rules',
    sign_in: 'how people and programs sign in',
  },
  breaksNoRule: 'Breaks no separation rule',
  unknown: 'The effects could not be computed.',
  unknownSafe: 'You can continue anyway: the change can be reverted, and the audit log records what it did.',
  unknownFinal: 'This cannot be reverted, so you can continue only when the effects are known.',
  retry: 'Try again',
  refused: 'This would be refused for the reason above.',
  refusedOne: (what: string, why: string) => `${what}: ${why}`,
  refusedMore: (count: number) => `Show ${many(count, 'more refusal', 'more refusals')}`,
  people: (count: number) => many(count, 'person', 'people'),
  programs: (count: number) => many(count, 'program', 'programs'),
  both: (count: number) => (count === 1 ? '1 person or program' : `${formatNumber(count)} people or programs`),
  gains: (count: number): string =>
    count === 1 ? '{who} gains {what} in {application}' : '{who} gain {what} in {application}',
  loses: (count: number): string =>
    count === 1 ? '{who} loses {what} in {application}' : '{who} lose {what} in {application}',
  keeps: (count: number): string =>
    count === 1 ? '{who} keeps {what} in {application}' : '{who} keep {what} in {application}',
  concerns: 'It changes what {who} may do in {application}',
  concernsText: 'You may not see the users or the details.',
  notListed: 'Not every change for {who} in {application} is listed here',
  notListedText: 'The list would be too long.',
  notCompared: 'The changes for {who} in {application} were not computed',
  notComparedText: {
    holder_too_large: 'There are too many roles and permissions to compare. The changes are made nevertheless.',
    plan_too_large: 'These changes affect too much to compare everything. They are made nevertheless.',
  },
  anApplication: 'an application that you may not see',
  permissions: (count: number) => many(count, 'permission', 'permissions'),
  everything: 'everything',
  everythingText: 'The role admin permits everything.',
  theRole: (names: string, count: number) => (count === 1 ? `the role ${names}` : `the roles ${names}`),
  withRole: (names: string, count: number) => (count === 1 ? `With the role ${names}` : `With the roles ${names}`),
  keptBy: {
    role: (roles: string, count: number) => (count === 1 ? `Through the role ${roles}` : `Through the roles ${roles}`),
    alone: 'Also granted directly',
    both: (roles: string, count: number) =>
      count === 1
        ? `Through the role ${roles}, and granted directly`
        : `Through the roles ${roles}, and granted directly`,
    another: 'Through another path',
  },
  untilThen: {
    role: (roles: string, count: number) =>
      count === 1 ? `Until then through the role ${roles}` : `Until then through the roles ${roles}`,
    alone: 'Until then granted directly',
    both: (roles: string, count: number) =>
      count === 1
        ? `Until then through the role ${roles}, and granted directly`
        : `Until then through the roles ${roles}, and granted directly`,
    another: 'Until then through another path',
  },
  atOnce: 'at once',
  morePermissions: (count: number) => `and ${formatNumber(count)} more`,
  showChanges: (count: number) => `Show the ${formatNumber(count)} changes`,
  moreLines: (count: number) => `Show ${many(count, 'more line', 'more lines')}`,
  allNames: (count: number) => `Show all ${formatNumber(count)}`,
  fewerNames: 'Show fewer',
  names: (first: string, count: number) => `${first} and ${formatNumber(count)} more`,
  shown: (shown: number, count: number) => `${formatNumber(shown)} of ${formatNumber(count)}`,
};

/** Texts of the draft, beside the button that makes a change. */
export const draftWords = {
  add: 'Add to draft',
  show: 'Show draft',
  added: (count: number) =>
    count === 1 ? 'Added to the draft.' : `Added to the draft, with ${many(count - 1, 'other', 'others')}.`,
};

/** Texts of plans that are sent as a stream. */
export const longWords = {
  doneOf: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  brokenOff:
    'The connection broke before the server reported the result. Applied change sets are listed under Applied.',
};

catalogue('blocks.plan-effects', { words, draftWords, longWords });
