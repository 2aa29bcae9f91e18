import { catalogue } from '../../ui/language.ts';

export const words = {
  title: 'Emergencies',
  lead: 'Roles that somebody took at once, as their policy permits. Each is reviewed by somebody else.',
  which: 'Which to show',
  all: 'All',
  states: { unreviewed: 'Not reviewed yet', justified: 'Was right', objected: 'Was not right' },
  none: 'Nobody took a role at once',
  noneText: 'The policy of a role says who may, and for how long. The owners of its application set it.',
  noneSuch: 'None of that kind',
  noneSuchText: 'Choose another, or all.',
  who: 'Who',
  role: 'Role',
  taken: 'Taken',
  state: 'Review',
  ends: 'Ends',
  inApplication: (application: string) => `in ${application}`,
  mayTake: 'You may take at once',
  forLong: (length: string) => `for ${length}`,
  take: 'Take it…',
  takeTitle: (role: string, application: string) => `Take the role ${role} in ${application} at once?`,
  takeAction: 'Take it now',
  cancel: 'Cancel',
  loud: (length: string, mails: boolean) =>
    `You have it for ${length}, then it ends by itself. The owners ${mails ? 'are told in this moment' : 'find it in Licet'}, it stands in the audit, and somebody else reviews it.`,
  why: 'Why',
  whyHint: 'Why this cannot wait for a request to be decided.',
  done: (role: string, mails: boolean) =>
    `You have the role ${role} now. The owners ${mails ? 'are told' : 'find it in Licet'}.`,
  takenBy: (who: string, application: string) => `Taken by ${who} in ${application}`,
  reviewed: 'Reviewed',
  operator: 'The operator',
  inAudit: 'In the audit',
  mayNot: {
    own_use: 'Somebody else reviews what you took yourself.',
    not_an_owner: 'An owner of the application or an administrator reviews it.',
  },
  review: 'Review',
  wasItRight: 'Was it right?',
  justified: 'It was right: it lasts to its end',
  objected: 'It was not right: it ends at once',
  note: 'What you found',
  noteHint: (who: string) => `${who} reads it.`,
  reviewAction: 'Save the review',
  reviewDone: (who: string, mails: boolean) => `Reviewed. ${who} ${mails ? 'is told' : 'finds it in Licet'}.`,
};

catalogue('emergencies', { words });
