// @vitest-environment jsdom
import { afterAll, expect, it } from 'vitest';
import { moveEdge, sharesOf } from '../../ui/column-edge.tsx';
import { keepDraftsOf } from '../../ui/form-draft.ts';
import { render } from '../../ui/render.testing.tsx';
import { useViews } from '../views/views.ts';
import { readWidths, writeWidths } from './list-address.ts';
import { useColumns } from './use-columns.ts';

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('reads column widths from the URL as written, and drops invalid ones', () => {
  const widths = { name: 31, status: 12 };
  expect(readWidths(writeWidths(widths))).toEqual(widths);
  expect(writeWidths({ name: 30.6, end: 0.2 })).toBe('name.31,end.1');
  expect(readWidths('name.31,__proto__.x,status,role.0,a b.4,kind.999')).toEqual({ name: 31 });
  expect(readWidths('nothing')).toBeUndefined();
  expect(readWidths(undefined)).toBeUndefined();
});

it('gives the visible columns shares that fill the table, even if some have no width', () => {
  expect(sharesOf(['a', 'b'], { a: 30, b: 10, hidden: 60 })).toEqual({ a: 75, b: 25 });
  expect(sharesOf(['a', 'b'], { a: 30 })).toEqual({ a: 50, b: 50 });
  expect(sharesOf(['a', 'b'], {})).toEqual({ a: 50, b: 50 });
});

it('moves an edge between two columns, and leaves both at least 5 %', () => {
  const widths = { a: 40, b: 20, c: 40 };
  expect(moveEdge(widths, ['a', 'b'], 10)).toEqual({ a: 50, b: 10, c: 40 });
  expect(moveEdge(widths, ['a', 'b'], 90)).toEqual({ a: 55, b: 5, c: 40 });
  expect(moveEdge(widths, ['a', 'b'], -90)).toEqual({ a: 5, b: 55, c: 40 });
});

it('ignores stored columns and views of an unknown format', async () => {
  keepDraftsOf('u1');
  const store = (name: string, value: unknown) => localStorage.setItem(`licet.kept u1 ${name}`, JSON.stringify(value));
  const column = (id: string) => ({ id, head: id, cell: () => id });
  function Shown() {
    const { menu } = useColumns('things', ['a', 'b'].map(column), [{}, () => undefined], { shows: 'Things' });
    const { views } = useViews('things');
    return `${menu.shown.join()} ${menu.compact} ${views.map(({ name }) => name).join()}`;
  }
  store('things columns', { shown: '', density: 'compact' });
  store('views things', { views: [{ name: 'Mine', address: { q: 'maya' } }] });
  expect((await render(<Shown />)).element.textContent).toBe(' true Mine');
  store('things columns', { shown: 7, density: 'huge' });
  store('views things', { views: [{ name: 'Mine', address: { q: { no: 'text' } } }, 'x'] });
  expect((await render(<Shown />)).element.textContent).toBe('b false ');
});
