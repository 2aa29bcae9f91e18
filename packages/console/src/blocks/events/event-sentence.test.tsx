// @vitest-environment jsdom
import type { Event } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { eventually, render } from '../../ui/render.testing.tsx';
import { EventSentence } from './event-sentence.tsx';

vi.mock('../../session/client.ts', () => ({
  client: { applications: { get: async () => ({ id: 'ledger', name: 'Ledger' }) } },
}));

it('shows the name of the application instead of its identifier', async () => {
  const event = {
    actor: { kind: 'user', id: '1', name: 'Maya' },
    action: 'role.created',
    application: 'ledger',
    target: { kind: 'role', id: '2', name: 'clerk' },
    before: null,
    after: null,
  } as unknown as Event;
  const { element } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <EventSentence event={event} />
    </QueryClientProvider>,
  );
  await eventually(() => expect(element.textContent).toBe('Maya made the role clerk in Ledger'));
});
