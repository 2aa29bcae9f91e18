import { describe, expect, it } from 'vitest';
import { processorTimes } from '../../../../../../scripts/processor-time.testing.ts';
import { byLikeness, ticksOf } from './likeness.ts';
import { type ArrangeOptions, arranged, type Matrix, matrixOfPeople, matrixOfRoles, placesOf } from './matrix.ts';

const bits = (...places: number[]) => {
  const bytes = new Uint8Array(4);
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
  return btoa(String.fromCharCode(...bytes));
};
const ticksOfRows = (rows: readonly (readonly number[])[]) =>
  ticksOf(rows.length, (row, tick) => rows[row]?.forEach(tick));
const permissions = ['audit.read', 'invoices.read', 'invoices.send', 'payments.match'].map((name, place) => ({
  id: `p${place}`,
  name,
  title: '',
}));
const asked: ArrangeOptions = { idle: false, order: 'name', columnOrder: 'name' };
const shown = ({ rows, columns, stateOf }: Matrix) =>
  Object.fromEntries(rows.map((row) => [row.name, columns.map((column) => stateOf(row, column))]));

const person = (name: string, permitted: number[], used: number[] = [], ending: number[] = []) => ({
  id: name,
  name,
  username: name,
  roles: ['clerk'],
  permitted: bits(...permitted),
  used: bits(...used),
  ending: bits(...ending),
});
const people = (reportedSince: string | null) =>
  matrixOfPeople({
    permissions,
    reportedSince,
    next: null,
    total: 3,
    atLeast: false,
    items: [person('Ada', [0, 1], [1]), person('Bo', [1, 2, 3], [1, 2, 3], [2]), person('Cy', [3])],
  });

describe('the matrix of roles', () => {
  it('distinguishes own permissions from included ones', () => {
    const role = (name: string, own: number[], brings: number[]) => ({
      id: name,
      name,
      title: '',
      builtIn: false,
      inReview: false,
      version: 1,
      own: bits(...own),
      brings: bits(...brings),
    });
    const matrix = matrixOfRoles({ permissions, roles: [role('clerk', [2], [1, 2]), role('reader', [1], [1])] });
    expect(shown(matrix)).toEqual({
      clerk: ['none', 'weak', 'yes', 'none'],
      reader: ['none', 'yes', 'none', 'none'],
    });
  });
});

describe('the matrix of users', () => {
  it('marks access that ends, and access that was never used if use is reported', () => {
    expect(shown(people('2026-01-01T00:00:00Z'))).toEqual({
      Ada: ['idle', 'yes', 'none', 'none'],
      Bo: ['none', 'yes', 'ending', 'yes'],
      Cy: ['none', 'none', 'none', 'idle'],
    });
    expect(shown(people(null)).Ada).toEqual(['yes', 'yes', 'none', 'none']);
  });

  it('can show only access that was never used', () => {
    const left = arranged(people('2026-01-01T00:00:00Z'), { ...asked, idle: true });
    expect(left.columns.map(({ name }) => name)).toEqual(['audit.read', 'payments.match']);
    expect(shown(left)).toEqual({ Ada: ['idle', 'none'], Cy: ['none', 'idle'] });
  });

  it('filters permissions by all words of a search, and rows by their name', () => {
    const left = arranged(people(null), { ...asked, columns: 'INV send', q: 'bo' });
    expect(left.columns.map(({ name }) => name)).toEqual(['invoices.send']);
    expect(shown(left)).toEqual({ Bo: ['ending'] });
  });

  it('can be sorted by count', () => {
    const most = arranged(people(null), { ...asked, order: '-count', columnOrder: '-count' });
    expect(most.rows.map(({ name }) => name)).toEqual(['Bo', 'Ada', 'Cy']);
    expect(most.columns.map(({ name }) => name)).toEqual([
      'invoices.read',
      'payments.match',
      'audit.read',
      'invoices.send',
    ]);
  });
});

describe('the order by similarity', () => {
  it('puts the interleaved rows and columns of three teams side by side', () => {
    const teams = 3;
    const columns = 300;
    // Each team has most of its hundred columns. The rows and columns of the teams are interleaved.
    const ticks = Array.from({ length: 60 }, (_, row) =>
      Array.from({ length: columns }, (_, column) => column).filter(
        (column) => column % teams === row % teams && (column * 7 + row * 13) % 10 !== 0,
      ),
    );
    const { rows, columns: along } = byLikeness(ticksOfRows(ticks), columns);
    const turns = (order: readonly number[]) =>
      order.filter((place, index) => index > 0 && place % teams !== (order[index - 1] ?? 0) % teams).length;
    expect(rows.toSorted((one, other) => one - other)).toEqual(ticks.map((_, row) => row));
    expect(turns(rows)).toBe(teams - 1);
    expect(turns(along)).toBe(teams - 1);
  });

  it('puts empty rows and columns last', () => {
    const { rows, columns } = byLikeness(ticksOfRows([[1, 3], [], [3]]), 4);
    expect(rows.at(-1)).toBe(1);
    expect(columns.slice(-2)).toEqual([0, 2]);
  });

  it.each([
    ['93 permissions in each row', 93],
    ['half of the permissions in each row', 5500],
  ])('takes time at most proportional to the number of rows, with 11,000 columns and %s', async (_, permitted) => {
    const size = 11_000;
    const names = Array.from({ length: size }, (_, place) => ({ id: `p${place}`, name: `p${place}`, title: '' }));
    const matrix = matrixOfRoles({ permissions: names, roles: [] });
    const rows = Array.from({ length: 2000 }, (_, row) => {
      const bytes = new Uint8Array(size / 8);
      for (let n = 0; n < permitted; n += 1) {
        const place = (row * 17 + n * 31) % size;
        bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
      }
      return { id: `r${row}`, name: `r${row}`, title: '', note: '', has: bytes, strong: bytes, ending: bytes };
    });
    const few = { ...matrix, rows: rows.slice(0, rows.length / 8) };
    const many = { ...matrix, rows };
    const arrange = (all: typeof matrix) => () =>
      expect(arranged(all, { ...asked, order: 'alike' }).rows).not.toHaveLength(0);
    const took = await processorTimes({ few: arrange(few), many: arrange(many) }, 3);
    expect(took.many / took.few).toBeLessThan(3 * 8);
  });

  it('reads the indexes of the set bits in ascending order', () => {
    expect(placesOf(Uint8Array.of(0b1000_0001, 0, 0b10))).toEqual([0, 7, 17]);
  });
});
