import { describe, expect, it } from 'vitest';
import { CELL, cellAt, headWidthIn, movedPlace, seen, toSee } from './geometry.ts';

const room = { width: 340, height: 220, headWidth: 100, headHeight: 100 };
const counts = { rows: 2000, columns: 11_000 };

describe('visible cells', () => {
  it('include partly visible ones, and never more than exist', () => {
    expect(seen(2000, 0, 120)).toEqual({ first: 0, last: 4 });
    expect(seen(2000, 30, 120)).toEqual({ first: 1, last: 6 });
    expect(seen(3, 0, 120)).toEqual({ first: 0, last: 2 });
    expect(seen(0, 0, 120)).toEqual({ first: 0, last: -1 });
  });
});

describe('the row headers', () => {
  it('get their preferred width if the cells leave room for it', () => {
    expect(headWidthIn(1180, 13, 318)).toBe(318);
    expect(headWidthIn(1180, 13, 200)).toBe(244);
    expect(headWidthIn(1180, 13, 900)).toBe(400);
    expect(headWidthIn(1180, 36, 390)).toBe(1180 - 36 * CELL);
    expect(headWidthIn(1180, 500, 390)).toBe(244);
    expect(headWidthIn(390, 13, 318)).toBe(138);
    expect(headWidthIn(390, 3, 318)).toBe(198);
  });
});

describe('a point', () => {
  it('maps to the cell at that point, at any scroll position', () => {
    const offset = { left: 10 * CELL, top: 3 * CELL + 1 };
    expect(cellAt({ x: 100, y: 100 }, offset, room, counts)).toEqual({ row: 3, column: 10 });
    expect(cellAt({ x: 124, y: 123 }, offset, room, counts)).toEqual({ row: 4, column: 11 });
  });

  it('maps to no cell on a header or beyond the last cell', () => {
    expect(cellAt({ x: 99, y: 150 }, { left: 0, top: 0 }, room, counts)).toBeUndefined();
    expect(cellAt({ x: 150, y: 99 }, { left: 0, top: 0 }, room, counts)).toBeUndefined();
    expect(cellAt({ x: 330, y: 150 }, { left: 0, top: 0 }, room, { rows: 9, columns: 2 })).toBeUndefined();
  });
});

describe('scrolling to a cell', () => {
  it('shows the whole cell with the least scrolling', () => {
    const here = { left: 240, top: 48 };
    expect(toSee({ row: 3, column: 12 }, here, room)).toEqual(here);
    expect(toSee({ row: 1, column: 9 }, here, room)).toEqual({ left: 216, top: 24 });
    expect(toSee({ row: 50, column: 40 }, here, room)).toEqual({ left: 41 * CELL - 240, top: 51 * CELL - 120 });
  });
});

describe('the arrow and page keys', () => {
  const from = { row: 5, column: 7 };
  it.each([
    ['ArrowUp', false, { row: 4, column: 7 }],
    ['ArrowRight', false, { row: 5, column: 8 }],
    ['ArrowLeft', true, { row: 5, column: 0 }],
    ['ArrowDown', true, { row: 1999, column: 7 }],
    ['PageDown', false, { row: 25, column: 7 }],
    ['PageUp', false, { row: 0, column: 7 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', true, { row: 1999, column: 10_999 }],
    ['a', false, undefined],
  ] as const)('move by %s, with Ctrl: %s', (key, ctrl, to) => {
    expect(movedPlace(key, ctrl, from, counts, 20)).toEqual(to);
  });
});
