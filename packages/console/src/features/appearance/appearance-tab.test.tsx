// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { eventually, render } from '../../ui/render.testing.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { words } from './words.ts';

const stored = { accent: null, accentDark: null, logo: null, logoDark: null, icon: null, version: 1 };
vi.mock('../../session/client.ts', () => ({ client: { appearance: { get: async () => ({ ...stored }) } } }));
vi.mock('./fit-picture.ts', () => ({ fitPicture: async () => undefined }));

it('the message about an unreadable picture disappears when a new version is loaded', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { element } = await render(
    <QueryClientProvider client={queries}>
      <AppearanceTab />
    </QueryClientProvider>,
  );
  const picker = await vi.waitFor(() => element.querySelector('input[type="file"]') ?? expect.fail('not loaded'));
  Object.defineProperty(picker, 'files', { value: [new File(['x'], 'x.png')] });
  await act(async () => void picker.dispatchEvent(new Event('change', { bubbles: true })));
  expect(element.textContent).toContain(words.unreadable);
  stored.version = 2;
  await act(() => queries.invalidateQueries());
  // The refetched data reaches the page asynchronously.
  await eventually(() => expect(element.textContent).not.toContain(words.unreadable));
});
