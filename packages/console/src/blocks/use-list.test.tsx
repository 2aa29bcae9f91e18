// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { Pager } from '../ui/pager.tsx';
import { render } from '../ui/render.testing.tsx';
import { useList } from './use-list.ts';

const changes: object[] = [];
beforeEach(() => changes.splice(0));

/** A list of which the rows of the question before are shown, or its own. */
function Listed({ isPlaceholderData }: { isPlaceholderData: boolean }): ReactNode {
  const list = useList({}, (change) => changes.push(change), 'name');
  const data = { items: ['Ada'], total: 40, atLeast: false, next: 'after-ada' };
  return <Pager {...list.pager({ data, error: null, isPlaceholderData, refetch: async () => undefined })} />;
}

it('does not page on from rows of another question', async () => {
  const page = await render(<Listed isPlaceholderData />);
  await page.click('Next');
  expect(changes).toEqual([]);
});

it('pages on from the rows that were asked for', async () => {
  const page = await render(<Listed isPlaceholderData={false} />);
  await page.click('Next');
  expect(changes).toEqual([{ cursor: 'after-ada' }]);
});
