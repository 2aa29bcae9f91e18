// @vitest-environment jsdom
import type { User } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually, render } from '../../ui/render.testing.tsx';
import { eraseWords as words } from './ending-words.ts';
import { EraseDialog } from './erase-dialog.tsx';

const { erase, erasurePlan, navigate, none } = vi.hoisted(() => ({
  erase: vi.fn(),
  erasurePlan: vi.fn(),
  navigate: vi.fn(),
  none: async () => ({ items: [], total: 0, atLeast: false, next: null }),
}));
vi.mock('../../session/client.ts', () => ({
  client: {
    users: { erase, erasurePlan, grants: none, groups: none, sessions: none },
    plans: { make: async () => ({ steps: [{ refused: null }], effects: [], notEvaluated: [], digest: 'confirmed' }) },
  },
}));
vi.mock('../../session/may.ts', () => ({ usePermission: () => true }));
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@tanstack/react-router')>()),
  useNavigate: () => navigate,
}));

const id = '01900000-0000-7000-8000-000000000001';
const ada = { id, name: 'Ada Lovelace', username: 'ada', email: 'ada@example.org' } as User;
const text = () => document.body.textContent;

beforeEach(() => {
  vi.resetAllMocks();
  erasurePlan.mockResolvedValue({
    deletes: true,
    changes: 1204,
    facts: 1,
    others: 3,
    rows: [],
    events: [
      {
        no: 7,
        at: '2026-11-02T09:00:00.000000Z',
        action: 'grant.created',
        target: { kind: 'grant', id, name: 'reader to Bea Birch' },
        takesOut: [{ field: 'after.reason', text: 'Asked by ada@example.org' }],
      },
    ],
  });
});

async function open(user?: User) {
  const queries = new QueryClient();
  queries.setQueryData(['home', 'changes'], 'Ada Lovelace was suspended');
  const page = await render(
    <QueryClientProvider client={queries}>
      <EraseDialog id={id} user={user} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const field = () => document.querySelector('[role=alertdialog] input:not([readonly])') as HTMLInputElement;
  return { ...page, queries, enter: async (typed: string) => page.type(field().id, typed) };
}
const counted = () =>
  eventually(() => {
    expect(text()).toContain(words.changes(1204));
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
  });

it('names what is erased and what stays, and requires the username before it erases', async () => {
  const page = await open(ada);
  await counted();
  for (const said of ['Ada Lovelace, ada', 'ada@example.org', '1,204 events', words.staysEvents, words.elsewhere])
    expect(text()).toContain(said);
  expect(document.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(id);
  await page.click(words.action);
  await page.enter('Ada');
  await page.click(words.action);
  expect(text()).toContain(words.mistyped('ada'));
  expect(erase).not.toHaveBeenCalled();
  await page.enter('ada');
  await page.click(words.action);
  expect(erase).toHaveBeenCalledExactlyOnceWith({ params: { user: id }, body: { digest: 'confirmed' } });
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/users' });
});

it('lists the first events from which a text is removed, with that text, and counts the others', async () => {
  await open(ada);
  await counted();
  const list = document.querySelector('details');
  for (const said of ['Event 7', 'reason: Asked by ada@example.org', 'and 1,203 more'])
    expect(list?.textContent).toContain(said);
  expect(list?.querySelector('a')?.getAttribute('href')).toBe('/audit?open=7');
});

it('removes the user from the cache of the tab', async () => {
  const page = await open(ada);
  await counted();
  await page.enter('ada');
  await page.click(words.action);
  expect(page.queries.getQueryData(['home', 'changes'])).toBeUndefined();
});

it('requires the id instead of the username if the user is already deleted', async () => {
  const page = await open();
  await counted();
  await page.enter(id);
  await page.click(words.action);
  expect(erase).toHaveBeenCalledOnce();
});

it('says why the user cannot be erased, and sends nothing', async () => {
  erasurePlan.mockRejectedValue({ problem: { code: 'last_admin', title: 'Nobody would be left.', status: 409 } });
  const page = await open(ada);
  await eventually(() => expect(document.querySelector('[role=alert]')).not.toBeNull());
  await page.enter('ada');
  await page.click(words.action);
  expect(erase).not.toHaveBeenCalled();
});
