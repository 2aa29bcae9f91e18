// @vitest-environment jsdom
import type { Event } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { eventually, render } from '../../ui/render.testing.tsx';
import { actorName, EventSentence, eventText } from './event-sentence.tsx';

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

const event = (given: Partial<Event>): Event => ({
  no: 1,
  at: '2026-11-21T12:00:00.000Z',
  actor: { kind: 'user', id: 'u1', name: 'Chiara Benedetti' },
  action: 'user.created',
  application: null,
  target: { kind: 'user', id: 'u2', name: 'Tomasz Wójcik' },
  before: null,
  after: null,
  hash: '',
  previousHash: '',
  ...given,
});

describe('an audit event as a sentence', () => {
  it('names the granter, the grant, the holder and the application', () => {
    const given = event({
      action: 'grant.created',
      application: 'ledger',
      target: { kind: 'grant', id: 'g', name: 'approver to Tomasz Wójcik' },
      after: { to: 'Tomasz Wójcik (tomasz)', gives: 'role approver', ends: null },
    });
    expect(eventText(given)).toBe('Chiara Benedetti gave the role approver to Tomasz Wójcik (tomasz) in ledger');
  });

  it('names the requested and the granted access', () => {
    const told = {
      from: 'Maya Lindqvist (maya)',
      asks: 'role approver',
      seconds: 86400,
      reason: 'Northgate',
      state: 'pending',
    };
    const about = { application: 'ledger', target: { kind: 'request', id: 'r', name: 'approver for Maya Lindqvist' } };
    const grant = { id: 'g', to: 'Maya Lindqvist (maya)', gives: 'permission invoices.refund', ends: null };
    const texts = [
      event({ ...about, action: 'request.asked', after: told }),
      event({ ...about, action: 'request.approved', before: told, after: { ...told, state: 'approved', grant } }),
      event({ ...about, action: 'request.denied', before: told, after: { ...told, state: 'denied', note: 'No' } }),
    ].map((each) => eventText(each));
    expect(texts).toEqual([
      'Chiara Benedetti asked for the role approver in ledger',
      'Chiara Benedetti approved the request of Maya Lindqvist (maya) for the permission invoices.refund in ledger',
      'Chiara Benedetti denied the request of Maya Lindqvist (maya) for the role approver in ledger',
    ]);
  });

  it('names the changed fields', () => {
    const before = { name: 'T. Wójcik', email: null, status: 'active' };
    const after = { name: 'Tomasz Wójcik', email: 't@example.org', status: 'active' };
    expect(eventText(event({ action: 'user.changed', before, after }))).toBe(
      'Chiara Benedetti changed the name and e-mail of Tomasz Wójcik',
    );
  });

  it('accepts any recorded values', () => {
    for (const told of [null, 1, 'x', [], {}, { member: 3 }, { member: { name: 'Maya' } }]) {
      const text = eventText(event({ action: 'group.member_added', after: told }));
      expect(text).toMatch(/^Chiara Benedetti added (member|Maya) to Tomasz Wójcik$/);
    }
  });

  it('names the operator if no user was signed in', () => {
    const actor = { kind: 'operator' as const, id: null, name: 'operator' };
    expect(eventText(event({ actor, action: 'licet.admin_recovered' }))).toBe(
      'The operator made Tomasz Wójcik an administrator from the machine itself',
    );
    expect(actorName(actor)).toBe('The operator');
  });
});
