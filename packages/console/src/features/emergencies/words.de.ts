import type * as English from './words.ts';

export const words: typeof English.words = {
  title: 'Notfälle',
  which: 'Welche zeigen',
  all: 'Alle',
  none: 'Niemand hat eine Rolle sofort übernommen',
  noneText:
    'Wer es darf und für wie lange, steht in den Regeln einer Rolle. Die Eigentümer ihrer Anwendung legen sie fest.',
  noneSuch: 'Keine dieser Art',
  noneSuchText: 'Wählen Sie andere oder alle.',
  who: 'Wer',
  role: 'Rolle',
  taken: 'Übernommen',
  state: 'Prüfung',
  inApplication: (application) => `in ${application}`,
  mayTake: 'Sofort übernehmen dürfen Sie',
  forLong: (length) => `für ${length}`,
  take: 'Übernehmen …',
  takeTitle: (role, application) => `Die Rolle ${role} in ${application} sofort übernehmen?`,
  takeAction: 'Jetzt übernehmen',
  cancel: 'Abbrechen',
  loud: (length, mails) =>
    `Sie haben sie für ${length}, dann endet sie von selbst. Die Eigentümer ${mails ? 'erfahren es in diesem Moment' : 'sehen es in Licet'}, es steht im Protokoll, und jemand anders prüft es.`,
  why: 'Warum',
  whyHint: 'Was nicht warten kann, bis jemand über einen Antrag entscheidet.',
  done: (role, mails) =>
    `Sie haben jetzt die Rolle ${role}. Die Eigentümer ${mails ? 'erfahren es' : 'sehen es in Licet'}.`,
  takenBy: (who, application) => `Übernommen von ${who} in ${application}`,
  mayNot: {
    own_use: 'Was Sie selbst übernommen haben, prüft jemand anders.',
    not_an_owner: 'Das prüft ein Eigentümer der Anwendung oder die Administration.',
  },
  review: 'Prüfen',
  wasItRight: 'War es richtig?',
  justified: 'Es war richtig: Sie gilt bis zu ihrem Ende',
  objected: 'Es war nicht richtig: Sie endet sofort',
  reviewAction: 'Prüfung speichern',
};
