import type { AccessRequest, AccessSource, ExplainingSource, OwnDecision, SignInState } from '@licet/client';

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const person = (name: string) => ({ id: name, name });

const decision: OwnDecision = {
  application: { id: 'ledger', name: 'Ledger' },
  permission: { name: 'invoices.refund', title: 'Refund invoices', known: true },
  permitted: false,
  reason: 'not_listed',
  at: at(0),
  version: 1,
  paths: [],
  pathCount: 0,
  until: null,
  roles: [{ id: '1', name: 'approver', title: 'Approver' }],
  deciders: [person('Chiara Benedetti'), person('علي بن محمد')],
  deciderCount: 2,
  heldUntil: null,
  request: null,
};

const request = (state: AccessRequest['state'], rest: Partial<AccessRequest> = {}): AccessRequest => ({
  id: 'r1',
  application: decision.application,
  asks: { kind: 'permission', id: 'p', name: 'invoices.refund', title: 'Refund invoices' },
  seconds: 86_400,
  reason: 'Northgate paid 2026-0417 twice.',
  place: 'invoice 2026-0417',
  state,
  askedAt: at(-130),
  lapsesAt: at(20_000),
  decision: null,
  version: 1,
  ...rest,
});

const answered = (note: string, ends: string | null): AccessRequest['decision'] => ({
  by: person('Chiara Benedetti'),
  at: at(-1),
  gives: null,
  seconds: 7200,
  note,
  ends,
});

const token = { sub: 'maya', roles: [], permissions: ['invoices.read'], exp: Date.now() / 1000 + 3600 };
export const held: SignInState = { status: 'held', token };

export const sourceOf = (state: SignInState, explain?: Partial<ExplainingSource>): AccessSource => ({
  current: () => state,
  subscribe: () => () => {},
  signIn: async () => {},
  ...(explain && {
    explain: {
      consoleUrl: 'https://licet.example/',
      decision: async () => decision,
      ask: async () => request('pending'),
      withdraw: async () => request('withdrawn'),
      catalogue: async () => ({ application: 'ledger', version: 1, permissions: [], roles: [] }),
      onDecided: () => () => {},
      ...explain,
    },
  }),
});

/** A source whose token expires with the event `expire` of the window, and cannot be renewed. */
export function expiringSource(): AccessSource {
  let state = held;
  return {
    ...sourceOf(held),
    current: () => state,
    subscribe: (listener) => {
      const expire = () => {
        state = { status: 'held', token: { ...token, exp: 1 } };
        listener();
      };
      addEventListener('expire', expire);
      return () => removeEventListener('expire', expire);
    },
    refresh: () => new Promise(() => {}),
  };
}

/** A source whose new sign-in cannot begin. */
export const weakSource: AccessSource = {
  ...sourceOf({ status: 'held', token: { ...token, auth_time: 1 } }),
  signIn: () => Promise.reject(new Error('licet.example cannot be reached.')),
};

const deciding = (change: Partial<OwnDecision>) => ({ decision: async () => ({ ...decision, ...change }) });

/** The source of each state of a refusal, by the name of the state. */
export const states: Readonly<Record<string, AccessSource>> = {
  'can ask': sourceOf(held, {}),
  loading: sourceOf(held, { decision: () => new Promise(() => {}) }),
  'decision failed': sourceOf(held, {
    decision: () => Promise.reject(new Error('licet.example cannot be reached. Check the network and try again.')),
  }),
  'network fails on asking': sourceOf(held, {
    ask: () => Promise.reject(new Error('licet.example cannot be reached.')),
  }),
  'unknown name': sourceOf(held, deciding({ permission: { ...decision.permission, known: false } })),
  'request sent': sourceOf(held, deciding({ request: request('pending') })),
  'request with steps and comments': sourceOf(held, {
    ...deciding({
      request: request('pending', {
        comments: 1,
        usualSeconds: 5400,
        steps: [
          { state: 'given', needed: 1, given: 1, deciders: [person('Ada')], deciderCount: 1 },
          { state: 'now', needed: 2, given: 1, deciders: [person('Chiara Benedetti')], deciderCount: 3 },
        ] as unknown as NonNullable<AccessRequest['steps']>,
      }),
    }),
    comments: async () => [{ id: 'c', by: person('Chiara Benedetti'), at: at(-3), text: 'Which invoice is it?' }],
    comment: async (_id, text) => ({ id: 'd', by: person('Maya'), at: at(0), text }),
  }),
  'request refused': sourceOf(
    held,
    deciding({ request: request('denied', { decision: answered('Ask Kwame.', null) }) }),
  ),
  'request approved': sourceOf(held, deciding({ request: request('approved', { decision: answered('', at(120)) }) })),
  'emergency access': sourceOf(held, {
    ...deciding({ atOnce: { role: { id: '1', name: 'approver', title: 'Approver' }, seconds: 7200 } }),
    takeAtOnce: () => Promise.reject(new Error('licet.example cannot be reached.')),
  }),
  'another issuer': sourceOf(held),
  'signed out': sourceOf({ status: 'signed-out', reason: 'Your session has ended.', code: 'session_ended' }, {}),
  expired: sourceOf({ status: 'held', token: { ...token, exp: 1 } }, {}),
  'unreadable token': sourceOf({ status: 'held', token: 'x' }, {}),
};
