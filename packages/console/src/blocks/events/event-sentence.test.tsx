// @vitest-environment jsdom
import type { Event } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { eventually, render } from '../../ui/render.testing.tsx';
import { actorName, EventSentence, eventText, targetName } from './event-sentence.tsx';
import * as german from './words.de.ts';
import { eventParts, eventWords } from './words.ts';

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
  await eventually(() => expect(element.textContent).toBe('Maya created the role clerk in Ledger'));
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

function inGerman(check: () => void): void {
  const english = { words: { ...eventWords }, parts: { ...eventParts } };
  Object.assign(eventWords, german.eventWords);
  Object.assign(eventParts, german.eventParts);
  try {
    check();
  } finally {
    Object.assign(eventWords, english.words);
    Object.assign(eventParts, english.parts);
  }
}

describe('an audit event as a sentence', () => {
  it('names the granter, the grant, the holder and the application', () => {
    const given = event({
      action: 'grant.created',
      application: 'ledger',
      target: { kind: 'grant', id: 'g', name: 'approver to Tomasz Wójcik' },
      after: { to: 'Tomasz Wójcik (tomasz)', gives: 'role approver', ends: null },
    });
    expect(eventText(given)).toBe('Chiara Benedetti granted the role approver to Tomasz Wójcik (tomasz) in ledger');
  });

  it('uses different words for restoring a backup and for putting back the former database', () => {
    const of = (after: Event['after']) =>
      eventText(event({ action: 'audit.restored', actor: { kind: 'operator', id: null, name: 'operator' }, after }));
    const [restored, putBack] = [
      { epoch: 2, lastChange: 4 },
      { epoch: 3, fromChange: 4, lastChange: 6 },
    ];
    expect(of(restored)).toMatch(/ restored the database from a backup$/);
    expect(of(putBack)).toMatch(/ put the database back in place of another one$/);
    inGerman(() => {
      expect(of(restored)).toMatch(/ hat die Datenbank aus einer Sicherung wiederhergestellt$/);
      expect(of(putBack)).toMatch(/ hat die frühere Datenbank anstelle einer anderen zurückgeholt$/);
    });
  });

  it('names the requested access in requests and the granted access in approvals', () => {
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
      'Chiara Benedetti requested the role approver in ledger',
      'Chiara Benedetti approved the request of Maya Lindqvist (maya) for the permission invoices.refund in ledger',
      'Chiara Benedetti denied the request of Maya Lindqvist (maya) for the role approver in ledger',
    ]);
  });

  it('names a recorded role, permission, group or program in the language of the page', () => {
    const to = { kind: 'group', name: 'Night shift' };
    const given = event({
      action: 'grant.created',
      application: 'ledger',
      target: { kind: 'grant', id: 'g', name: 'approver to Night shift' },
      after: { to, gives: { kind: 'role', name: 'approver' }, ends: null },
    });
    const program = event({
      action: 'grant.revoked',
      target: { kind: 'grant', id: 'g', name: 'reader to Nightly job' },
      before: {
        to: { kind: 'client', name: 'Nightly job', application: 'jobs' },
        gives: { kind: 'permission', name: 'invoices.read' },
      },
    });
    expect([eventText(given), eventText(program)]).toEqual([
      'Chiara Benedetti granted the role approver to Night shift (group) in ledger',
      'Chiara Benedetti revoked the permission invoices.read from Nightly job (program of jobs)',
    ]);
    expect([targetName(given), targetName(program)]).toEqual([
      'approver to Night shift (group)',
      'invoices.read to Nightly job (program of jobs)',
    ]);
    inGerman(() => {
      expect([eventText(given), eventText(program)]).toEqual([
        'Chiara Benedetti hat Night shift (Gruppe) in ledger eine Freigabe erteilt: Rolle approver',
        'Chiara Benedetti hat Nightly job (Programm von jobs) die Freigabe entzogen: Berechtigung invoices.read',
      ]);
      expect(targetName(given)).toBe('approver an Night shift (Gruppe)');
    });
  });

  it('shows the English text of an older event unchanged in every language', () => {
    const older = event({
      action: 'grant.created',
      target: { kind: 'grant', id: 'g', name: 'key to the till to Counter' },
      after: { to: 'Counter (group)', gives: 'role key to the till' },
    });
    inGerman(() => {
      expect(eventText(older)).toContain('role key to the till');
      expect(eventText(older)).toContain('Counter (group)');
      expect(targetName(older)).toBe('key to the till to Counter');
    });
  });

  it('shows the numbers of users and changes in the language of the page', () => {
    const target = { kind: 'users', id: 'users', name: '2 users' };
    const invited = event({ action: 'user.invited', target, after: { users: ['maya', 'omar'] } });
    const mailed = event({ action: 'policy.people_mailed', target, after: { outcome: 'stopped', users: 1 } });
    const applied = event({
      action: 'plan.applied',
      target: { kind: 'plan', id: 'd', name: '3 changes' },
      after: { changes: 3, first: 7 },
    });
    expect([eventText(invited), eventText(applied)]).toEqual([
      'Chiara Benedetti invited 2 users by mail',
      'Chiara Benedetti applied a plan of 3 changes',
    ]);
    inGerman(() => {
      expect([eventText(invited), targetName(invited)]).toEqual([
        'Chiara Benedetti hat 2 Personen per E-Mail eingeladen',
        '2 Personen',
      ]);
      expect(eventText(mailed)).toContain('1 Person');
      expect(eventText(applied)).toBe('Chiara Benedetti hat einen Plan angewendet: 3 Änderungen');
    });
  });

  it('names the changed fields', () => {
    const before = { name: 'T. Wójcik', email: null, status: 'active' };
    const after = { name: 'Tomasz Wójcik', email: 't@example.org', status: 'active' };
    expect(eventText(event({ action: 'user.changed', before, after }))).toBe(
      'Chiara Benedetti changed the name and e-mail of Tomasz Wójcik',
    );
  });

  it('yields a sentence for any recorded values', () => {
    for (const told of [null, 1, 'x', [], {}, { member: 3 }, { member: { name: 'Maya' } }]) {
      const text = eventText(event({ action: 'group.member_added', after: told }));
      expect(text).toMatch(/^Chiara Benedetti added (member|Maya) to Tomasz Wójcik$/);
    }
  });

  it('names the operator if no user was signed in', () => {
    const actor = { kind: 'operator' as const, id: null, name: 'operator' };
    expect(eventText(event({ actor, action: 'licet.admin_recovered' }))).toBe(
      'The operator made Tomasz Wójcik an administrator on the server',
    );
    expect(actorName(actor)).toBe('The operator');
  });
});
