import type { Difference, DifferenceEnd } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { csvLine, reasonsOf } from './queries.ts';
import { countOf, rowsOf } from './rows.ts';
import { words } from './words.ts';

const [june, july] = ['2090-06-01T00:00:00.000000Z', '2090-07-01T00:00:00.000000Z'];
const none = { roles: [], permissions: [] };

const grant = (was: string | null, ends: string | null): DifferenceEnd => ({
  id: 'grant',
  gives: { kind: 'role', name: 'clerk' },
  group: { id: 'group', name: 'Counter' },
  starts: '2026-01-01T00:00:00.000000Z',
  brings: ['sell'],
  was,
  ends,
  itself: true,
});

const moved = (...movedBy: DifferenceEnd[]): Difference => ({
  holder: { kind: 'user', id: 'maya', name: 'Maya', detail: 'maya' },
  application: { id: 'ledger', name: 'Ledger' },
  moments: [
    {
      at: '2026-02-01T00:00:00.000000Z',
      gains: none,
      loses: none,
      moves: { roles: ['clerk'], permissions: ['sell'] },
      gainedBy: [],
      lostFrom: [],
      movedBy,
      change: 7,
      event: null,
    },
  ],
});

describe('a moved end', () => {
  it.each([
    ['extended', june, july],
    ['extended', june, null],
    ['shortened', july, june],
    ['shortened', null, june],
  ] as const)('yields a separate row: %s from %s to %s', (side, was, ends) => {
    expect(rowsOf([moved(grant(was, ends))], 'holder')).toMatchObject([
      { side, role: 'clerk', permissions: ['sell'], was },
    ]);
  });

  it('has a separate row for a permission whose end changed differently from its role', () => {
    const rows = rowsOf([moved(grant(june, july), { ...grant(null, july), itself: false })], 'holder');
    expect(rows).toMatchObject([
      { side: 'extended', role: 'clerk' },
      { side: 'shortened', role: null },
    ]);
  });

  it('is exported with the values of the screen, and with the old and the new end in separate columns', () => {
    const [row] = rowsOf([moved(grant(june, null))], 'holder');
    const line = row ? csvLine(row) : [];
    expect(line).toHaveLength(words.csv.length);
    expect(Object.fromEntries(words.csv.map((head, place) => [head, line[place]]))).toMatchObject({
      who: 'Maya',
      'what changed': 'extended',
      role: 'clerk',
      permissions: 'sell',
      through: 'The group Counter',
      'valid since': '2026-01-01T00:00:00.000000Z',
      'valid until': 'no end',
      'until before': june,
      change: '7',
    });
  });
});

it('gives the reason of a change itself, not the original reason of the grant', () => {
  const changed = (was: string, is: string) =>
    ({ before: { reason: was }, after: { reason: is }, changeSet: null, review: null }) as unknown as Parameters<
      typeof reasonsOf
    >[0];
  expect(reasonsOf(changed('Joined', 'Joined'))).toEqual([]);
  expect(reasonsOf(changed('Joined', 'The desk closes'))).toEqual(['The desk closes']);
});

describe('the footer of a page of differences', () => {
  it('counts the rows on the page', () => {
    const one = moved(grant(june, july), grant(july, june));
    const rows = rowsOf([one], 'holder').length;
    expect(countOf(rows, { items: [one], total: 1 }, '1 to 1 of 1')).toBe('2 differences');
    expect(countOf(rows, { items: [one], total: 40 }, '1 to 1 of 40')).toBe('2 differences for holders 1 to 1 of 40');
  });
});
