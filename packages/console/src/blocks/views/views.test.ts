import { expect, it } from 'vitest';
import { isSameView, viewAddress, viewIn, viewNames, withView } from './views.ts';

it('keeps filters, order, columns and density of the URL, but not the page or the open row', () => {
  const address = { status: 'invited', sort: '-name', shown: 'status', density: 'compact', import: 3, q: undefined };
  const kept = { density: 'compact', import: '3', shown: 'status', sort: '-name', status: 'invited' };
  expect(viewAddress({ ...address, cursor: 'x', open: 'u1', add: '1', view: 'Mine', at: '2026' })).toEqual(kept);
  expect(isSameView(viewAddress(address), { ...kept })).toBe(true);
  expect(isSameView(viewAddress({ ...address, q: 'maya' }), kept)).toBe(false);
});

it('a view of a list keeps only this list’s parameters if the URL has others too', () => {
  const address = { tab: 'grants', open: 'g1', q: 'maya', state: 'all', rows: 'roles', shown: 'who', view: 'Mine' };
  expect(viewIn(address, viewNames(['q', 'state']))).toEqual({ q: 'maya', shown: 'who', state: 'all' });
});

it('replaces a view with the same name, and sorts views by name', () => {
  const view = (name: string, q: string) => ({ name, address: { q } });
  expect(withView([view('B', '1'), view('C', '2')], view('B', '3'))).toEqual([view('B', '3'), view('C', '2')]);
  expect(withView([view('B', '1')], view('A', '2')).map(({ name }) => name)).toEqual(['A', 'B']);
});
