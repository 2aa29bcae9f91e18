// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { Guide } from './guide.tsx';
import { words } from './words.ts';

const remember = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', () => ({ createLink: (anchor: unknown) => anchor }));
vi.mock('./guide-memory.ts', () => ({ useGuideMemory: () => [{ tokenSeen: false, closed: false }, remember] }));

it('can be put away before a single step is done', async () => {
  const untouched = { application: null, permissions: false, role: false, user: false, grant: null, client: false };
  const page = await render(<Guide guide={untouched} />);
  await page.click(words.closeGuide);
  expect(remember.mock.calls).toEqual([[{ closed: true }]]);
});
