import { catalogue } from '../../ui/language.ts';

export const words = {
  title: 'Emergencies',
  which: 'Which to show',
  all: 'All',
  none: 'No emergency access yet',
  noneText:
    'The policy of a role says who may take it in an emergency, and for how long. The owners of its application set it.',
  noneSuch: 'No matches',
  noneSuchText: 'Choose another view, or show all.',
  who: 'Who',
  role: 'Role',
  taken: 'Taken',
  state: 'Review',
  inApplication: (application: string) => `in ${application}`,
  mayTake: 'Available to you in an emergency',
  forLong: (length: string) => `for ${length}`,
  take: 'Take it…',
  takeTitle: (role: string, application: string) => `Take the role ${role} in ${application} now?`,
  takeAction: 'Take it now',
  cancel: 'Cancel',
  loud: (length: string, mails: boolean) =>
    `You have it for ${length}, then it ends by itself. The owners ${mails ? 'are notified immediately' : 'see it in Licet'}, the audit log records it, and somebody else reviews it.`,
  why: 'Why',
  whyHint: 'Why this cannot wait for a request to be decided.',
  done: (role: string, mails: boolean) =>
    `You have the role ${role} now. The owners ${mails ? 'have been notified' : 'see it in Licet'}.`,
  takenBy: (who: string, application: string) => `Taken by ${who} in ${application}`,
  mayNot: {
    own_use: 'Somebody else must review your own emergency access.',
    not_an_owner: 'An owner of the application or an administrator reviews it.',
  },
  review: 'Review',
  wasItRight: 'Was it justified?',
  justified: 'Justified: the access continues to its end',
  objected: 'Not justified: the access ends immediately',
  reviewAction: 'Save the review',
};

catalogue('emergencies', { words });
