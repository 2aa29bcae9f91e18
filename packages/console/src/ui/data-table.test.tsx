// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import { render } from './render.testing.tsx';

const rows = ['one', 'two', 'three'].map((id) => ({ id }));

it('several keys within one frame each continue from the row that the previous key reached', async () => {
  const onOpen = vi.fn();
  await render(
    <DataTable
      label="Rows"
      columns={[{ id: 'id', head: 'Id', cell: ({ id }) => id }]}
      rows={rows}
      rowId={({ id }) => id}
      onOpen={onOpen}
    />,
  );
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  await act(async () => {
    document.querySelector<HTMLElement>('[data-row="one"]')?.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) press(key);
  });
  expect(onOpen.mock.calls).toEqual([[{ id: 'three' }]]);
});
