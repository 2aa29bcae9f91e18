import type * as English from './words.ts';

export const words: typeof English.words = {
  states: { unreviewed: 'Noch nicht geprüft', justified: 'War richtig', objected: 'War nicht richtig' },
  role: 'Rolle',
  state: 'Prüfung',
  why: 'Warum',
  taken: 'Übernommen',
  ends: 'Endet',
  reviewed: 'Geprüft',
  operator: 'Der Betreiber',
  inAudit: 'Im Protokoll',
  note: 'Was Sie gefunden haben',
  noteHint: (who) => `${who} liest es.`,
  reviewDone: (who, mails) => `Geprüft. ${who} ${mails ? 'erfährt es' : 'sieht es in Licet'}.`,
};
