import { catalogue } from '../../ui/language.ts';

/** Texts about one use of emergency access and its review. */
export const words = {
  states: { unreviewed: 'Not reviewed yet', justified: 'Justified', objected: 'Not justified' },
  role: 'Role',
  state: 'Review',
  why: 'Why',
  taken: 'Taken',
  ends: 'Ends',
  reviewed: 'Reviewed',
  operator: 'The operator',
  inAudit: 'Show in audit log',
  note: 'What you found',
  noteHint: (who: string) => `${who} can read this.`,
  reviewDone: (who: string, mails: boolean) => `Reviewed. ${who} ${mails ? 'is notified' : 'sees it in Licet'}.`,
};

catalogue('blocks.emergency', { words });
