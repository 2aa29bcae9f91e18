// @vitest-environment jsdom
import type { InvitationRound } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { MailRound } from './mail-round.tsx';

const startedAt = '2026-11-22T12:00:00.000Z';

async function shown(state: InvitationRound['state'], sent: number, held = 0) {
  const mails = { waiting: 4 - sent, held, sent, failed: 0, dropped: 0 };
  const counts = { total: 4, looked: 4, queued: 4, mails, skipped: [] };
  const round: InvitationRound = { id: 'r', startedAt, by: 'Ada Admin', state, ...counts };
  const states = { under_way: 'Inviting', done: 'Invited', stopped: 'Stopped' };
  const { element } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MailRound round={round} label="Invitations" states={states} onStop={async () => undefined} />
    </QueryClientProvider>,
  );
  return element;
}

it('shows which user started a round of mails, and when', async () => {
  const element = await shown('done', 4);
  expect(element.textContent).toContain('Ada Admin');
  expect(element.querySelector('time')?.getAttribute('datetime')).toBe(startedAt);
});

it('shows a progress bar while mails are being sent, and none afterwards', async () => {
  expect((await shown('done', 1)).querySelector('[role=progressbar]')).not.toBeNull();
  expect((await shown('done', 4)).querySelector('[role=progressbar]')).toBeNull();
});

it('writes one waiting mail in the singular', async () => {
  expect((await shown('done', 3, 1)).textContent).toContain('1 waits until a mail server is configured.');
  expect((await shown('done', 2, 2)).textContent).toContain('2 wait until a mail server is configured.');
});
