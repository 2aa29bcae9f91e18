import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** The labels of a grant. */
export const words = {
  add: 'Grant access',
  role: 'Role',
  permission: 'Permission',
  to: 'To',
  gives: 'Gives',
  kind: 'Kind',
  starts: 'Starts',
  ends: 'Ends',
  reason: 'Reason',
  mayNot: (application: string) => `You may not grant access in ${application}. Its owners can.`,
};

/** Texts of the form for new grants, and of its period fields. */
export const formWords = {
  grant: 'Grant',
  inDraft: (gives: string, who: string) => `Grant ${gives} to ${who}`,
  toPlaceholder: 'Person, group or program',
  rolePlaceholder: 'Choose a role',
  permissionPlaceholder: 'Choose a permission',
  reasonPlaceholder: 'Covering for Kwame',
  toPeople: (people: number) => `Grant to ${people === 1 ? '1 person' : `${formatNumber(people)} people`}`,
  toGroups: (groups: number) => `Grant to ${groups === 1 ? '1 group' : `${formatNumber(groups)} groups`}`,
  toPrograms: (programs: number) => `Grant to ${programs === 1 ? '1 program' : `${formatNumber(programs)} programs`}`,
  toSeveral: (count: number) => `Grant to ${formatNumber(count)}`,
  toBoth: (people: number, groups: number) =>
    `Grant to ${people === 1 ? '1 person' : `${formatNumber(people)} people`} and ${groups === 1 ? '1 group' : `${formatNumber(groups)} groups`}`,
  done: (
    who: string,
    count: number,
    gives: string,
    { from, until }: { from?: string | undefined; until?: string | undefined },
  ) => {
    const holds = from === undefined ? (count === 1 ? 'holds' : 'hold') : 'will hold';
    const start = from === undefined ? '' : ` from ${from}`;
    return `${who} ${holds} ${gives}${start} ${until === undefined ? 'without end' : `until ${until}`}.`;
  },
  undone: 'Your new grants were revoked.',
  failed: (who: string, why: string) => `${who}: ${why}`,
  toMissing: 'Choose a person, a group or a program.',
  roleMissing: 'Choose a role.',
  permissionMissing: 'Choose a permission.',
  startMissing: 'Choose the day and the time, or let it start now.',
  startPast: 'This time is in the past. Choose a later time.',
  endMissing: 'Choose the day and the time, or no end.',
  endBeforeStart: 'The end must be after the start.',
  now: 'Now',
  on: 'On…',
  start: 'Start',
  end: 'End',
  hours: '2 h',
  tonight: 'Tonight',
  week: '1 week',
  noEnd: 'No end',
  atInstant: (instant: string) => `${instant}.`,
  untilTaken: 'Until somebody revokes it.',
  tooLong: (length: string) => `This role can be granted for ${length} at most.`,
  notAlone: (role: string) =>
    `The role ${role} needs a second approver. Let the user ask for the role, or propose it for them. Another person then approves.`,
  chooseWhen: 'Choose the day and the time.',
};

catalogue('blocks.new-grants', { words, formWords });
