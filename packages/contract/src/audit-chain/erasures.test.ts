import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Erasure, Erasures, erasureIn } from './erasures.ts';

const row = { of: 'grants', id: '00000000-0000-4000-8000-000000000001', rowNo: 3 } as const;
const erasure = (no: number, remains: string): Erasure => ({
  ...row,
  no,
  original: 'as covered',
  remains,
  line: null,
  lineNow: null,
});
const left = (all: readonly Erasure[], found: string) =>
  new Erasures(all).left({ ...row, committed: 'as covered', found });

describe('the commitment to a row after an erasure', () => {
  const [first, second] = [erasure(7, 'without the reason'), erasure(7, 'without the giver either')];

  test('matches the second of two erasures in one change, read in either order', () => {
    expect(left([first, second], second.remains)).toBe(true);
    expect(left([second, first], second.remains)).toBe(true);
  });

  test('matches only the erasure by the last change, whichever of the two is read first', () => {
    const later = erasure(9, 'without the place');
    for (const all of [
      [first, later],
      [later, first],
    ]) {
      expect(left(all, later.remains)).toBe(true);
      expect(left(all, first.remains)).toBe(false);
    }
    expect(left([first], 'something else')).toBe(false);
  });
});

describe('a line of the record of erasures', () => {
  const read = {
    no: 9,
    of: 'users',
    id: 'some-id',
    rowNo: 4,
    original: '01',
    remains: '02',
    line: null,
    lineNow: null,
  };

  test.each([
    ['of version 3', ['erasures', 9, 'users', 'some-id', 4, '01', '02', null, null], read],
    [
      'of version 4',
      ['erasures', 9, { of_id: 'some-id', of_kind: 'users', original: '\\x01', remains: '\\x02', row_no: 4 }],
      read,
    ],
    [
      'of version 4, about a change that is hashed in clear text,',
      [
        'erasures',
        9,
        { line: '\\x01', line_now: '\\x02', of_kind: 'change', original: '\\x01', remains: '\\x02', row_no: 4 },
      ],
      { ...read, of: 'change', id: null, line: '01', lineNow: '02' },
    ],
  ])('%s is read', (_, line, erasure) => {
    expect(erasureIn(JSON.stringify(line))).toEqual(erasure);
  });

  test('is not confused with a line of another table', () => {
    expect(erasureIn('["users",9,"some-id","01",{"status":"active"}]')).toBeUndefined();
  });
});

describe('the digest of a line that an erasure altered', () => {
  const sha256 = (bytes: string, text: string) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');
  const [original, third] = ['a'.repeat(64), 'b'.repeat(64)];
  const line = (commitment: string, rest = '"active",3') => `["grants",3,"${row.id}","${commitment}",${rest}]`;
  const digest = (it: Partial<Erasure>, read: string, change: { no: number; version: number }) =>
    new Erasures([{ ...erasure(7, 'without'), original, ...it }]).digestOf(sha256, read, change);
  const ofCommitment = { line: third, lineNow: original };
  const before = { no: 5, version: 3 };

  test('is computed from the line and its version 3 commitment', () => {
    expect(digest(ofCommitment, line(original), before)).toBe(sha256('', line(third)));
  });

  test.each([
    ['of a change after the erasure', ofCommitment, line(original), { no: 7, version: 3 }],
    ['of version 4', ofCommitment, line(original), { no: 5, version: 4 }],
    ['of another row', { ...ofCommitment, rowNo: 4 }, line(original), before],
    [
      'of a line that an erasure names as a whole',
      { line: third, lineNow: sha256('', line(original)) },
      line(original),
      before,
    ],
    [
      'of text that is not a commitment',
      { line: `${third}","active",3,"`, lineNow: original },
      line(original, '3'),
      before,
    ],
  ])('is computed from the line itself: %s', (_, it, read, change) => {
    expect(digest(it, read, change)).toBe(sha256('', read));
  });

  test('equals, for a change of version 2, the digest that the erasure of the same row records', () => {
    const read = line('in the clear');
    const named = { line: third, lineNow: sha256('', read) };
    expect(digest(named, read, { no: 5, version: 2 })).toBe(third);
    expect(digest({ ...named, of: 'users' }, read, { no: 5, version: 2 })).toBe(sha256('', read));
  });
});
