// @vitest-environment jsdom
import type { DirectoryConnection, SyncRun } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { words as planWords } from '../../blocks/plan-effects/words.ts';
import { preloadDialog } from '../../ui/dialog.tsx';
import { eventually, render } from '../../ui/render.testing.tsx';
import { SyncSection } from './sync-section.tsx';
import { syncWords as words } from './sync-words.ts';

beforeAll(async () => {
  await preloadDialog();
});

const { planSync, sync, syncState } = vi.hoisted(() => ({ planSync: vi.fn(), sync: vi.fn(), syncState: vi.fn() }));
vi.mock('../../session/client.ts', () => ({ client: { connections: { planSync, sync, syncState } } }));

const none = { count: 0, items: [] };
const leaving = { ...none, count: 30 };
const plan = { found: 40, linked: 70, new: none, changed: none, leaving, returning: none, kept: none, leftOut: [] };
const runIn = (id: string, state: SyncRun['state']) => ({
  run: { id, state, scheduled: false, by: null, read: 0, problem: null, plan: { ...plan, confirmation: 'these' } },
  succeededAt: null,
  nextAt: null,
});
const connection = { id: 'corp', version: 1, enabled: true, name: 'Corp' } as unknown as DirectoryConnection;
const text = () => document.body.textContent;

beforeEach(() => {
  vi.resetAllMocks();
  syncState.mockResolvedValue(runIn('first', 'waiting'));
  planSync.mockResolvedValue({ ...plan, effects: [], at: '2026-11-02T09:00:00.000000Z' });
});

async function confirming() {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <SyncSection connection={connection} />
    </QueryClientProvider>,
  );
  await eventually(() => expect(text()).toContain(words.confirm(30)));
  await page.click(words.confirm(30));
  return { ...page, confirm: () => page.click(words.confirmAction(30)) };
}

it('waits for the preview before a confirmed run can begin', async () => {
  const answer = Promise.withResolvers<unknown>();
  planSync.mockReturnValue(answer.promise);
  const page = await confirming();
  await page.confirm();
  expect(sync).not.toHaveBeenCalled();
  expect(text()).toContain(planWords.askingYet);
  answer.resolve({ ...plan, effects: [], at: '2026-11-02T09:00:00.000000Z' });
  await eventually(() => expect(text()).toContain(planWords.nothing));
  await page.confirm();
  expect(sync).toHaveBeenCalledExactlyOnceWith({ params: { connection: 'corp' }, body: { confirmation: 'these' } });
});

it('follows the run to its end even if a proxy answers in place of the server', async () => {
  const page = await confirming();
  await eventually(() => expect(text()).toContain(planWords.nothing));
  sync.mockRejectedValue(
    new ApiError({
      type: 'about:blank',
      code: 'internal',
      status: 500,
      title: 'Something went wrong in Licet.',
      detail: 'The server answered 504 without saying why.',
      next: 'Try again.',
      reason: 'failure_unexplained',
      values: { status: 504 },
    }),
  );
  syncState.mockResolvedValueOnce(runIn('second', 'running')).mockResolvedValue(runIn('second', 'done'));
  await page.confirm();
  await eventually(() => expect(text()).toContain(words.running(0)));
  expect(text()).not.toContain('504');
  await eventually(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
  expect(text()).toContain(words.done);
  expect(sync).toHaveBeenCalledOnce();
});

it('states in the displayed plan that the run will wait for a confirmation', async () => {
  syncState.mockResolvedValue(runIn('first', 'done'));
  planSync.mockResolvedValue({ ...plan, confirmation: 'these', effects: [], at: '2026-11-02T09:00:00.000000Z' });
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <SyncSection connection={connection} />
    </QueryClientProvider>,
  );
  await page.click(words.plan);
  await eventually(() => expect(text()).toContain(words.willWait(30, 70)));
});
