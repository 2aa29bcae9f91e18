// @vitest-environment jsdom
import type { InvitationRound } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { MailRound } from './mail-round.tsx';

it('a round of mails says who asked for it, and when', async () => {
  const startedAt = '2026-11-22T12:00:00.000Z';
  const mails = { waiting: 0, held: 0, sent: 4, failed: 0, dropped: 0 };
  const counts = { total: 4, looked: 4, queued: 4, mails, skipped: [] };
  const round: InvitationRound = { id: 'r', startedAt, by: 'Ada Admin', state: 'done', ...counts };
  const states = { under_way: 'Inviting', done: 'Invited', stopped: 'Stopped' };
  const { element } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MailRound round={round} label="Invitations" states={states} onStop={async () => undefined} />
    </QueryClientProvider>,
  );
  expect(element.textContent).toContain('Ada Admin');
  expect(element.querySelector('time')?.getAttribute('datetime')).toBe(startedAt);
});
