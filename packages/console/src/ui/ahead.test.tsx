// @vitest-environment jsdom
import { act, startTransition, useState } from 'react';
import { expect, it } from 'vitest';
import { SegmentedControl } from './choices.tsx';
import { render } from './render.testing.tsx';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'ending', label: 'Ending' },
] as const;

it.each([
  ['takes over', true, 'Ending'],
  ['refuses', false, 'All'],
] as const)('shows a choice before its owner %s it', async (_, takesOver, atLast) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  function Owner() {
    const [value, setValue] = useState<'all' | 'ending'>('all');
    const choose = async (next: 'all' | 'ending') => {
      await promise;
      if (takesOver) startTransition(() => setValue(next));
    };
    return <SegmentedControl label="Show" choices={choices} value={value} onChange={choose} />;
  }
  const page = await render(<Owner />);
  const chosen = () => page.element.querySelector('input:checked')?.parentElement?.textContent;
  expect(chosen()).toBe('All');
  const [, ending] = page.element.querySelectorAll('input');
  await act(async () => ending?.click());
  expect(chosen()).toBe('Ending');
  await act(async () => resolve());
  expect(chosen()).toBe(atLast);
});
