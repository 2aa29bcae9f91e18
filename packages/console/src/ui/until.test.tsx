// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { render } from './render.testing.tsx';
import { Until } from './until.tsx';
import { words } from './words.ts';

const loading = { data: undefined, error: null, isLoading: true, refetch: vi.fn() };
const answered = { ...loading, data: [], isLoading: false };
const failed = { ...loading, error: { problem: { title: 'Something went wrong.' } }, isLoading: false };
const unasked = { ...loading, isLoading: false };

it('states nothing about data before every call is answered', async () => {
  const page = await render(<Until calls={[answered, loading]}>{() => 'nobody has access'}</Until>);
  expect(page.element.textContent).not.toContain('nobody');
  expect(page.element.querySelector('[aria-busy="true"]')).not.toBeNull();
});

it('shows the error of a failed call instead of a statement, and repeats the failed calls only', async () => {
  const refetch = vi.fn(async () => undefined);
  const page = await render(<Until calls={[answered, { ...failed, refetch }]}>{() => 'nobody has access'}</Until>);
  expect(page.element.textContent).toContain('Something went wrong.');
  expect(page.element.textContent).not.toContain('nobody');
  await page.click(words.retry);
  expect(refetch).toHaveBeenCalledOnce();
  expect(answered.refetch).not.toHaveBeenCalled();
});

it('keeps the content when a renewal fails, and does not wait for a disabled call', async () => {
  const old = { ...failed, data: [] };
  const page = await render(<Until calls={[old, unasked]}>{() => 'nobody has access'}</Until>);
  expect(page.element.textContent).toBe('nobody has access');
});
