// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BulkBar } from './bulk-bar.tsx';
import { DataTable } from './data-table.tsx';
import { eventually, render } from './render.testing.tsx';
import { SearchField } from './search-field.tsx';

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

/** A table of many rows whose selection the test reads. `more` rows are selected on another page. */
function Selecting({ onOpen, more = [] }: { onOpen?: (row: { id: string }) => void; more?: readonly string[] }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(more));
  return (
    <main id="main">
      <SearchField label="Find" value="" onChange={() => undefined} />
      <DataTable
        label="Rows"
        columns={[{ id: 'id', head: 'Id', cell: ({ id }) => id }]}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={onOpen}
        selection={{ picked, onChange: setPicked }}
      />
      <BulkBar label="Selected" count={[...picked].join(' ')} actions={[action]} more={[]} onClear={() => undefined} />
    </main>
  );
}
const action = { id: 'do', label: 'Do it', onAction: () => undefined };

const counted = () => document.querySelector('.bulk-count')?.textContent;
const row = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`);
const box = (id: string) => row(id)?.querySelector('input');
const press = async (...keys: string[]) => {
  for (const key of keys)
    await act(async () =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      ),
    );
};

it('Shift-click selects a range, and the checkbox for all rows keeps the selected rows of other pages', async () => {
  const { element } = await render(<Selecting more={['elsewhere']} />);
  const click = (of: HTMLElement | null | undefined, shiftKey = false) =>
    act(async () => of?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })));
  await click(box('one'));
  await click(box('three'), true);
  expect(counted()).toBe('elsewhere one two three');
  const all = element.querySelector<HTMLInputElement>('thead input');
  expect(all?.checked).toBe(true);
  await click(all);
  expect(counted()).toBe('elsewhere');
  await click(all);
  expect(counted()).toBe('elsewhere one two three');
});

it('X and Space select rows, Tab goes to the bar, and Escape goes back and then ends the selection', async () => {
  await render(<Selecting />);
  await act(async () => row('one')?.focus());
  await press('x', 'ArrowDown', ' ');
  expect(counted()).toBe('one two');
  await press('Tab');
  expect(document.activeElement?.textContent).toBe('Do it');
  await press('Escape');
  expect(document.activeElement).toBe(row('two'));
  await press('Escape');
  expect(counted()).toBe('');
});

it('J and K move through the rows from anywhere but a field, and arrows move between the search field and the rows', async () => {
  const onOpen = vi.fn();
  await render(<Selecting onOpen={onOpen} />);
  await press('j', 'j', 'j', 'k', 'Enter');
  expect(onOpen.mock.calls).toEqual([[{ id: 'two' }]]);
  const field = document.querySelector<HTMLElement>('[type="search"]');
  await act(async () => field?.focus());
  await press('j');
  expect(document.activeElement).toBe(field);
  await press('ArrowDown');
  expect(document.activeElement).toBe(row('two'));
  await press('ArrowUp', 'ArrowUp');
  expect(document.activeElement).toBe(field);
});

it('the checkbox for all rows is disabled until there are rows', async () => {
  const table = {
    label: 'Rows',
    columns: [],
    rowId: String,
    selection: { picked: new Set<string>(), onChange: vi.fn() },
  };
  await render(<DataTable {...table} rows={undefined} />);
  const all = document.querySelector<HTMLInputElement>('thead input');
  expect(all?.disabled).toBe(true);
  await render(<DataTable {...table} rows={['one']} />);
  expect(document.querySelector<HTMLInputElement>('thead input')?.disabled).toBe(false);
});

it('only the checkbox of the row with the focus is in the tab order', async () => {
  await render(<Selecting />);
  expect([...document.querySelectorAll<HTMLInputElement>('tbody input')].map(({ tabIndex }) => tabIndex)).toEqual([
    0, -1, -1,
  ]);
});

/** Shows a table of many rows in a scroller of 800 px. jsdom computes no layout. */
async function renderMany(): Promise<ReturnType<typeof render>> {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(3478 * 38);
  onTestFinished(() => void vi.restoreAllMocks());
  Object.assign(HTMLElement.prototype, {
    scrollTo(this: HTMLElement, { top }: { top: number }) {
      this.scrollTop = top;
      this.dispatchEvent(new Event('scroll'));
    },
  });
  return render(
    <main id="main">
      <DataTable
        label="Many"
        columns={[{ id: 'id', head: 'Id', cell: ({ id }) => id }]}
        rows={Array.from({ length: 3478 }, (_, n) => ({ id: `row-${n}` }))}
        rowId={({ id }) => id}
        onOpen={() => undefined}
      />
    </main>,
  );
}
const drawn = () => document.querySelectorAll('[data-row]').length;

it('renders at most 100 of 3,478 rows, at the top and at the bottom', async () => {
  await renderMany();
  expect(drawn()).toBeGreaterThan(20);
  expect(drawn()).toBeLessThanOrEqual(100);
  await act(async () => row('row-0')?.focus());
  await press('End');
  await eventually(() => expect(row('row-3477')).not.toBeNull());
  expect(drawn()).toBeLessThanOrEqual(100);
});

it('focuses the row that was left when Back returns to the list, but not on a new visit', async () => {
  const visit = (entry: string) => history.replaceState({ __TSR_key: entry }, '');
  visit('first');
  const before = await renderMany();
  await act(async () => row('row-0')?.focus());
  await press('End');
  await eventually(() => expect(document.activeElement).toBe(row('row-3477')));
  await press('Enter');
  await before.close();
  visit('new');
  const again = await renderMany();
  expect(document.activeElement).toBe(document.body);
  await again.close();
  visit('first');
  await renderMany();
  await eventually(() => expect(document.activeElement).toBe(row('row-3477')));
});

it('the arrow keys go from the last row of a table to the first row of the next, and back', async () => {
  const table = (name: string) => (
    <DataTable
      inline
      label={name}
      columns={[{ id: 'id', head: 'Id', cell: ({ id }) => id }]}
      rows={[{ id: name }]}
      rowId={({ id }) => id}
    />
  );
  await render(
    <main id="main">
      {table('upper')}
      {table('lower')}
    </main>,
  );
  await act(async () => row('upper')?.focus());
  await press('ArrowDown');
  expect(document.activeElement).toBe(row('lower'));
  await press('ArrowUp');
  expect(document.activeElement).toBe(row('upper'));
});
