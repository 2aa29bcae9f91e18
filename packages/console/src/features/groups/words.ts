import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** Texts of the list of groups. */
export const words = {
  groups: 'Groups',
  group: 'Group',
  search: 'Name of the group',
  newGroup: 'New group',
  count: (count: string, total: number) => (total === 1 ? '1 group' : `${count} groups`),
  name: 'Name',
  description: 'Description',
  members: 'Members',
  created: 'Created',
  dash: '–',
  sortBy: 'Sort by',
  nothing: (q: string) => `No group is called “${q}”`,
  nothingText: 'Shorten the search, or type the start of another word in its name.',
  emptyTitle: 'No groups yet',
  emptyText:
    'Members of a group have everything that is granted to the group. Create one for a team, and grant access to it instead of to each person.',
};

export const formWords = {
  title: 'New group',
  lead: 'You add members on its page.',
  nameHint: 'The name of the team.',
  descriptionHint: 'Who belongs here, and why.',
  create: 'Create group',
  created: (name: string) => `The group ${name} was created.`,
  saved: (name: string) => `${name} is saved.`,
};

/** Texts of one group's page. */
export const groupWords = {
  tabs: { members: 'Members', grants: 'Grants', details: 'Details' },
  about: (name: string) => `About ${name}`,
  identifier: 'Identifier',
  copyId: 'Copy the identifier',
  facts: 'Facts',
  grant: 'Grant access',
  more: (name: string) => `More for ${name}`,
  remove: 'Delete…',
  findApplication: 'Find an application',
  noApplications: 'No application by that name.',
  brings: 'What it grants',
  bringsNothing: 'Nothing is granted to it yet.',
  inApplication: 'in {application}',
  allGrants: 'All grants',
  mayNotSee: 'You may not see what it grants.',
};

export const memberWords = {
  add: 'Add member',
  addTitle: (group: string) => `Add to ${group}`,
  addInDraft: (who: string, group: string) => `Add ${who} to ${group}`,
  addText: 'New members have everything that is granted to the group, from now until they leave it.',
  who: 'Person or group',
  whoHint: 'Type a name, a username or an e-mail address.',
  whoMissing: 'Choose whom to add.',
  addDo: 'Add to group',
  added: (who: string, group: string) => `${who} was added to ${group}.`,
  find: 'Name or username',
  show: 'Show',
  all: 'All',
  people: 'People',
  groups: 'Groups',
  table: (group: string) => `Members of ${group}`,
  name: 'Name',
  kind: 'Kind',
  person: 'Person',
  groupOf: (people: string, count: number) => (count === 1 ? 'Group of 1 person' : `Group of ${people} people`),
  since: 'Member since',
  membership: 'Membership',
  remove: (who: string) => `Remove ${who}…`,
  removeTitle: (who: string, group: string) => `Remove ${who} from ${group}?`,
  removePerson: 'They lose access that comes only through this group. Other access stays.',
  removeGroup: (people: string, count: number) =>
    count === 1
      ? 'One person in it loses access that comes only through this group.'
      : `The ${people} people in it lose access that comes only through this group.`,
  removeDo: 'Remove from group',
  removed: (who: string, group: string) => `${who} is no longer in ${group}.`,
  emptyTitle: 'Nobody is in this group',
  emptyText: 'Add people or other groups. Members of those groups count as well.',
  nobody: 'No members match',
  nobodyText: 'Shorten the search, or show all members.',
};

const members = (count: number) => (count === 1 ? '1 member' : `${formatNumber(count)} members`);

/** Texts of changes to several members. */
export const severalWords = {
  bar: 'Selected members',
  remove: 'Remove from group…',
  removeTitle: (count: number, group: string) => `Remove ${members(count)} from ${group}?`,
  removeText: 'They lose access that comes only through this group. Other access stays.',
  removeDo: (count: number) => `Remove ${members(count)}`,
  removing: (count: number, group: string) => `Removing ${members(count)} from ${group}`,
  removed: (count: number, group: string) => `${members(count)} left ${group}.`,
  added: (count: number, group: string) => `${members(count)} ${count === 1 ? 'is' : 'are'} in ${group} again.`,
};

export const deleteWords = {
  title: (name: string) => `Delete ${name}?`,
  text: 'This cannot be undone. The audit log keeps the history. The name can be used again.',
  action: 'Delete group',
  deleted: (name: string) => `The group ${name} is deleted.`,
  members: (count: string, total: number) =>
    total === 1 ? '1 member is no longer in it' : `${count} members are no longer in it`,
  grants: (count: string, total: number) => (total === 1 ? '1 grant ends' : `${count} grants end`),
};

catalogue('groups', { words, formWords, groupWords, memberWords, severalWords, deleteWords });
