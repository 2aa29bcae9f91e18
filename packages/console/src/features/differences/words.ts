import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  title: 'Compare',
  whose: 'Whose access',
  whoseHint: 'A user, a role, a group or an application',
  nobody: 'Nothing by that name',
  from: 'From',
  to: 'To',
  toHint: 'Leave empty to compare with now',
  lastWeeks: 'Last 30 days',
  begin: 'Choose whose access, and since when',
  beginText:
    'Compare two moments: who gained or lost access, whose access was extended or shortened, through which grant, and who changed it. Access that was both gained and lost in between is not listed.',
  none: 'No differences',
  noneText: 'Everybody has the same access at both times.',
  label: 'What changed',
  who: 'Who',
  what: 'What changed',
  through: 'Through',
  held: 'Grant valid',
  why: 'When, and who changed it',
  gained: {
    role: 'Gained the role {role}',
    permissions: (count: number) => (count === 1 ? 'Gained a permission' : `Gained ${formatNumber(count)} permissions`),
  },
  lost: {
    role: 'Lost the role {role}',
    permissions: (count: number) => (count === 1 ? 'Lost a permission' : `Lost ${formatNumber(count)} permissions`),
  },
  extended: {
    role: 'The role {role} was extended',
    permissions: (count: number) =>
      count === 1 ? 'A permission was extended' : `${formatNumber(count)} permissions were extended`,
  },
  shortened: {
    role: 'The role {role} was shortened',
    permissions: (count: number) =>
      count === 1 ? 'A permission was shortened' : `${formatNumber(count)} permissions were shortened`,
  },
  withRole: (role: string) => `Through the role ${role}`,
  directly: 'Granted directly',
  group: (name: string) => `The group ${name}`,
  since: 'since {time}',
  until: 'until {time}',
  noEnd: 'no end',
  was: 'before: until {time}',
  wasNoEnd: 'before: no end',
  byItself: { gained: 'The grant started, as planned', lost: 'The grant ended, as planned' },
  order: 'Group by',
  orders: { holder: 'Person', gives: 'Role' },
  change: (no: number) => `change ${formatNumber(no)}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  count: (rows: number) => (rows === 1 ? '1 difference' : `${formatNumber(rows)} differences`),
  page: (rows: number, range: string) =>
    `${rows === 1 ? '1 difference' : `${formatNumber(rows)} differences`} for holders ${range}`,
  download: 'Download CSV',
  scheduled: 'The later time is in the future: this shows what is recorded now and will be in force then.',
  csv: [
    'who',
    'username',
    'application',
    'what changed',
    'role',
    'permissions',
    'through',
    'valid since',
    'valid until',
    'until before',
    'when',
    'change',
    'changed by',
    'what they did',
    'reason',
  ],
  csvSides: { gained: 'gained', lost: 'lost', extended: 'extended', shortened: 'shortened' },
};

catalogue('differences', { words });
