// @vitest-environment jsdom
import type { Page } from '@licet/contract';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Pager } from '../ui/pager.tsx';
import { render } from '../ui/render.testing.tsx';
import { countOf, readSort, useList, writeSort } from './use-list.ts';

const changes: object[] = [];
beforeEach(() => changes.splice(0));

const ada = { items: ['Ada'], total: 40, atLeast: false, next: 'after-ada' };
const none = { items: [], total: 0, atLeast: false, next: null };

interface ListedProps {
  isPlaceholderData?: boolean;
  data?: Page<string>;
  cursor?: string;
}

/** A list that shows its own rows, or those of the previous query. */
function Listed({ isPlaceholderData = false, data = ada, cursor }: ListedProps): ReactNode {
  const list = useList({ cursor }, (change) => changes.push(change), 'name');
  return <Pager {...list.pager({ data, error: null, isPlaceholderData, refetch: async () => undefined })} />;
}

it('disables paging while the rows of the previous query are shown', async () => {
  const page = await render(<Listed isPlaceholderData />);
  await page.click('Next');
  expect(changes).toEqual([]);
});

it('requests the next page with the cursor of the current query’s rows', async () => {
  const page = await render(<Listed isPlaceholderData={false} />);
  await page.click('Next');
  expect(changes).toEqual([{ cursor: 'after-ada' }]);
});

it('has no footer if the list is empty', async () => {
  const page = await render(<Listed data={none} />);
  expect(page.element.textContent).toBe('');
});

it('keeps the button to the previous page on a later page that has become empty', async () => {
  const page = await render(<Listed data={none} cursor="after-ada" />);
  await page.click('Previous');
  expect(changes).toEqual([{ cursor: undefined }]);
});

it('shows only the count for a list of one page', async () => {
  const page = await render(<Listed data={{ ...ada, total: 1, next: null }} />);
  expect(page.element.textContent).toBe('1 to 1 of 1');
});

const page = (items: number, total: number, atLeast = false) => ({
  items: Array.from({ length: items }, () => ({})),
  next: null,
  total,
  atLeast,
});

describe('a list in the address', () => {
  it('reads and writes the sort', () => {
    for (const sort of ['name', '-name', '-createdAt']) expect(writeSort(readSort(sort))).toBe(sort);
    expect(readSort('-at')).toEqual({ id: 'at', down: true });
  });

  it('shows the position of the page and the total', () => {
    expect(countOf(page(50, 1204), { before: undefined, offset: 0 })).toBe('1 to 50 of 1,204');
    expect(countOf(page(4, 10_000, true), { before: 'c', offset: 50 })).toBe('51 to 54 of 10,000+');
    expect(countOf(page(50, 105_205), { before: undefined, offset: 0 })).toBe('1 to 50 of 105,205');
    expect(countOf(page(50, 1204), undefined)).toBe('50 of 1,204');
    expect(countOf(page(0, 0), { before: undefined, offset: 0 })).toBe('None');
  });
});
