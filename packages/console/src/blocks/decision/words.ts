import { catalogue } from '../../ui/language.ts';

export const words = {
  admin: {
    now: '{who} holds the role admin in {app}, which permits everything.',
    past: '{who} held the role admin in {app}, which permits everything.',
    future: '{who} will hold the role admin in {app}, which permits everything.',
  },
  listed: {
    now: '{who} holds {permission}, {by}.',
    past: '{who} held {permission}, {by}.',
    future: '{who} will hold {permission}, {by}.',
  },
  notListed: {
    now: 'Nothing that {who} holds includes {permission}.',
    past: 'Nothing that {who} held then included {permission}.',
    future: 'Nothing that {who} will hold then includes {permission}.',
  },
  suspended: {
    now: '{who} is suspended. A suspended person has no access.',
    past: '{who} was suspended then. A suspended person has no access.',
    future: '{who} is suspended. A suspended person has no access.',
  },
  unknown: '{permission} is not in the catalogue of {app}. Check its spelling, or add it to the catalogue.',
  unknownAdmin: '{permission} is not in the catalogue of {app}; admin permits it anyway.',
  yesUntil: 'It ends by itself {at}.',
  noUntil: 'This changes {at}, when a grant starts.',
  futureNote: 'This is what is scheduled now. It can still change before then.',
  byRole: (role: string) => `through the role ${role}`,
  including: (role: string) => `which includes ${role}`,
  throughGroup: (group: string) => `through the group ${group}`,
  alone: 'granted directly',
  otherWays: (count: number) => (count === 1 ? 'and through one more path' : `and through ${count} more paths`),
};

catalogue('blocks.decision', { words });
