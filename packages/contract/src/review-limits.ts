import { limit } from './limit.ts';

/** Those of reviews of access. */
export const reviewLimits = {
  reviewLinesMax: limit({
    value: 20_000,
    unit: 'items',
    reason: 'Beyond this nobody decides line by line: narrower campaigns are told apart by who knows about them.',
    source: 'own',
  }),
  reviewDecisionsMax: limit({
    value: 500,
    unit: 'items',
    reason: 'Lines decided in one call: answered within a second.',
    source: 'own, measured',
  }),
  reviewCellsTagged: limit({
    value: 2000,
    unit: 'items',
    reason:
      'Lines of evidence as PDF whose cells are each told to who has it read aloud; of more, a line is one paragraph.',
    source: 'own, measured: the structure of 20,000 lines by cells is most of the file',
  }),
  reviewersMax: limit({
    value: 50,
    unit: 'items',
    reason: 'Where more may decide, nobody feels asked.',
    source: 'own',
  }),
  reviewUnused: limit({
    value: 90,
    unit: 'days',
    reason: 'A quarter: what is done once a quarter is not taken for unused.',
    source: 'own',
  }),
  reviewPeersMin: limit({
    value: 5,
    unit: 'items',
    reason: 'Members of a group by which a line is judged: of fewer, a share tells nothing.',
    source: 'own',
  }),
  reviewPeersMax: limit({
    value: 2000,
    unit: 'items',
    reason: 'A group of more is no team: what few of it hold is not unusual.',
    source: 'own',
  }),
  reviewRemindBefore: limit({
    value: 3,
    unit: 'days',
    reason: 'Reviewers with lines that wait are reminded once more before the end.',
    source: 'own',
  }),
} as const;
