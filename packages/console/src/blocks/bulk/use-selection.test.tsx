// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { type Selected, useSelection } from './use-selection.ts';

const rows = ['ann', 'bob', 'cid'].map((id) => ({ id }));

/** Renders a list whose filter can be changed. `now` returns the selection of the last render. */
async function list() {
  let selected: Selected<{ id: string }> | undefined;
  let filter: (of: string) => void = () => undefined;
  function List(): ReactNode {
    const [of, setOf] = useState('all');
    filter = setOf;
    selected = useSelection(rows, of);
    return null;
  }
  await render(<List />);
  const now = () => {
    if (!selected) throw new Error('The list was not rendered.');
    return selected;
  };
  return {
    now,
    filter: (of: string) => act(async () => filter(of)),
    select: (...ids: string[]) => act(async () => now().selection.onChange(new Set(ids))),
    picked: () => [...now().picked.keys()],
  };
}

it('a finished run deselects its own rows, and keeps rows selected meanwhile under another filter', async () => {
  const { now, filter, select, picked } = await list();
  await select('ann');
  const { clear } = now();
  await filter('active');
  await select('bob');
  await act(async () => clear());
  expect(picked()).toEqual(['bob']);
});

it('a finished run deselects its own rows, and keeps rows selected meanwhile in the same list', async () => {
  const { now, select, picked } = await list();
  await select('ann', 'bob');
  const { clear } = now();
  await select('ann', 'bob', 'cid');
  await act(async () => clear());
  expect(picked()).toEqual(['cid']);
  await act(async () => now().clear());
  expect(picked()).toEqual([]);
});
