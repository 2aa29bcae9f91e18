import { expect, it } from 'vitest';
import { readSentence, subjectOf } from './sentence.ts';

const now = new Date(2026, 10, 19, 14, 32); // a Thursday
const read = (text: string) => {
  const { verb, names, place, ends, reason } = readSentence(text, now);
  return { verb, names: names.join(' '), place, ends, reason };
};

it('reads a grant with a duration, in any word order and without a verb', () => {
  const twoHours = new Date(2026, 10, 19, 16, 32);
  expect(read('grant maya refund 2h')).toMatchObject({ verb: 'grant', names: 'maya refund', ends: twoHours });
  expect(read('maya refund 2 hours')).toMatchObject({ verb: 'grant', names: 'maya refund', ends: twoHours });
  expect(read('give refund to maya for 2h')).toMatchObject({ verb: 'grant', names: 'refund maya', ends: twoHours });
  expect(read('gib maya refund 2 Stunden')).toMatchObject({ verb: 'grant', names: 'maya refund', ends: twoHours });
});

it('counts days, weeks and months by the calendar', () => {
  expect(read('maya refund 3d').ends).toEqual(new Date(2026, 10, 22, 14, 32));
  expect(read('maya refund 1 week').ends).toEqual(new Date(2026, 10, 26, 14, 32));
  expect(readSentence('maya refund 1 month', new Date(2026, 0, 31, 9)).ends).toEqual(new Date(2026, 1, 28, 9));
});

it('reads days by name and by date, and takes the end of the day', () => {
  expect(read('maya refund tonight').ends).toEqual(new Date(2026, 10, 19, 23, 59));
  expect(read('maya refund until friday').ends).toEqual(new Date(2026, 10, 20, 23, 59));
  expect(read('maya refund until thursday').ends).toEqual(new Date(2026, 10, 26, 23, 59));
  expect(read('maya refund bis Montag').ends).toEqual(new Date(2026, 10, 23, 23, 59));
  expect(read('maya refund 2026-12-24').ends).toEqual(new Date(2026, 11, 24, 23, 59));
  expect(read('grant maya refund no end').ends).toBeNull();
});

it('does not read a past day, an impossible date or a bare number as an end', () => {
  for (const text of ['maya refund 2020-01-01', 'maya refund 2026-02-31', 'maya refund 2', 'maya refund 0h'])
    expect(read(text), text).toMatchObject({ verb: undefined, ends: undefined });
});

it('reads questions', () => {
  expect(read('may maya refund')).toMatchObject({ verb: 'may', names: 'maya refund' });
  expect(read('maya refund?')).toMatchObject({ verb: 'may', names: 'maya refund' });
  expect(read('darf maya refund')).toMatchObject({ verb: 'may', names: 'maya refund' });
  expect(read('who may refund')).toMatchObject({ verb: 'who', names: 'refund' });
  expect(read('wer darf refund')).toMatchObject({ verb: 'who', names: 'refund' });
});

it('reads a past instant in a question, but not in a grant', () => {
  const may = new Date(2026, 4, 3, 23, 59);
  const asked = (text: string) => {
    const { verb, names, place, at } = readSentence(text, now);
    return [verb, names.join(' '), place, at];
  };
  const month = new Date(2026, 9, 20, 14, 32);
  expect(asked('who could refund last month')).toEqual(['who', 'refund', '', month]);
  expect(asked('wer durfte letzten Monat refund')).toEqual(['who', 'refund', '', month]);
  expect(asked('who can refund in ledger')).toEqual(['who', 'refund', 'ledger', undefined]);
  expect(asked('could maya refund on 3 May')).toEqual(['may', 'maya refund', '', may]);
  expect(asked('could maya refund in ledger on 3 May?')).toEqual(['may', 'maya refund', 'ledger', may]);
  expect(asked('durfte maya refund am 3. Mai')).toEqual(['may', 'maya refund', '', may]);
  expect(asked('grant maya refund on 3 May')[3]).toBeUndefined();
});

it('reads the application after “in” and the reason after “because”', () => {
  expect(read('grant maya refund in ledger 2h because Kwame is away')).toEqual({
    verb: 'grant',
    names: 'maya refund',
    place: 'ledger',
    ends: new Date(2026, 10, 19, 16, 32),
    reason: 'Kwame is away',
  });
});

it('reads a day without “until” as a name', () => {
  expect(read('grant refund Erika Freitag')).toMatchObject({ names: 'refund Erika Freitag', ends: undefined });
  expect(read('grant refund An Nguyen')).toMatchObject({ names: 'refund An Nguyen' });
});

it('reads words after the application as names again, and the rest after “because” as the reason', () => {
  expect(read('grant refund in ledger to maya until friday because away: because ill')).toMatchObject({
    names: 'refund maya',
    place: 'ledger',
    ends: new Date(2026, 10, 20, 23, 59),
    reason: 'away: because ill',
  });
});

it('adding an end or a reason does not change the subject of a text', () => {
  const same = [
    'grant maya refund',
    'grant maya refund 2h',
    'grant maya refund 2h because Kwame is away',
    'maya refund ',
  ];
  expect(new Set(same.map(subjectOf)).size).toBe(1);
  expect(subjectOf('grant maya approver')).not.toBe(subjectOf('grant maya refund'));
});

it('finds neither a verb nor an end in a text that contains only names', () => {
  expect(read('May')).toMatchObject({ verb: undefined, names: 'May' });
  expect(read('maya lindqvist')).toMatchObject({ verb: undefined, names: 'maya lindqvist', ends: undefined });
  expect(read('friday')).toMatchObject({ verb: undefined, names: 'friday', ends: undefined });
});
