import type { AccessRequest, AccessSource, OwnDecision, SignInState } from '@licet/client';
import { AccessProvider, Can, Guard, usePermission, useRole } from '@licet/react';
import { Denied } from '@licet/react/denied';
import { LicetDevtools } from '@licet/react/devtools';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// A host application with its own design. A test controls the source of access.
const DAY = 86_400_000;
const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
const person = (name: string) => ({ id: name, name });

const listeners = new Set<() => void>();
const decided = new Set<(id: string) => void>();
let signInState: SignInState = { status: 'held', token: claims(['invoices.read', 'invoices.send']) };
let decision: OwnDecision = {
  application: { id: 'ledger', name: 'Ledger' },
  permission: { name: 'invoices.refund', title: 'Refund invoices', known: true },
  permitted: false,
  reason: 'not_listed',
  at: iso(0),
  version: 1,
  paths: [],
  pathCount: 0,
  until: null,
  roles: [
    { id: '1', name: 'approver', title: 'Approver' },
    { id: '2', name: 'controller', title: 'Controller' },
  ],
  deciders: [person('Chiara Benedetti'), person('Kwame Boateng')],
  deciderCount: 2,
  heldUntil: iso(-150 * DAY),
  request: null,
};

function claims(permissions: string[]): object {
  return { sub: 'maya', roles: ['clerk'], ver: 412, permissions, exp: Date.now() / 1000 + 300 };
}

function requestOf(state: AccessRequest['state'], rest: Partial<AccessRequest> = {}): AccessRequest {
  return {
    id: 'r1',
    application: decision.application,
    asks: { kind: 'permission', id: 'p', name: 'invoices.refund', title: 'Refund invoices' },
    seconds: 86_400,
    reason: 'Northgate paid 2026-0417 twice, their auditor is here today and wants to see it go back before he leaves.',
    place: 'button “Refund” on invoice 2026-0417',
    state,
    askedAt: iso(-130_000),
    lapsesAt: iso(14 * DAY),
    decision: null,
    version: 1,
    ...rest,
  };
}

const answered = (
  gives: AccessRequest['asks'] | null,
  note: string,
  ends: string | null,
): AccessRequest['decision'] => ({
  by: person('Chiara Benedetti'),
  at: iso(-60_000),
  gives,
  seconds: 7200,
  note,
  ends,
});

const source: AccessSource = {
  current: () => signInState,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  refresh: async () => {},
  explain: {
    consoleUrl: 'https://licet.example/',
    decision: async (name) => (name === 'invoices.refund' ? decision : other(name)),
    ask: async ({ reason, seconds, place = '' }) => {
      const request = requestOf('pending', { reason, seconds, place, askedAt: iso(0) });
      decision = { ...decision, request };
      return request;
    },
    withdraw: async () => {
      const request = requestOf('withdrawn');
      decision = { ...decision, request };
      return request;
    },
    catalogue: async () => ({
      application: 'ledger',
      version: 1,
      permissions: [
        { name: 'invoices.read', title: 'Read invoices' },
        { name: 'invoices.send', title: 'Send invoices' },
        { name: 'invoices.refund', title: 'Refund invoices' },
      ],
      roles: [{ name: 'clerk', title: 'Clerk' }],
    }),
    onDecided: (listener) => {
      decided.add(listener);
      return () => decided.delete(listener);
    },
  },
};

const other = (name: string): OwnDecision => ({
  ...decision,
  permission: { name, title: name === 'invoices.send' ? 'Send invoices' : name, known: name !== 'invoices.raed' },
  permitted: name === 'invoices.send',
  paths: [
    {
      grant: 'g1',
      groups: [{ id: 'x', name: 'Customer desk' }],
      roles: [
        { id: 'r', name: 'clerk' },
        { id: 's', name: 'sender' },
      ],
      admin: false,
      starts: iso(-DAY),
      ends: iso(40 * DAY),
      reason: 'the desk writes to customers',
      request: null,
    },
  ].slice(0, name === 'invoices.send' ? 1 : 0),
  pathCount: name === 'invoices.send' ? 1 : 0,
  roles: name === 'invoices.raed' ? [] : [{ id: '3', name: 'bookkeeper', title: 'Bookkeeper' }],
  heldUntil: null,
});

const move = {
  pending: () => {
    decision = { ...decision, request: requestOf('pending') };
    for (const listener of decided) listener('r1');
  },
  refuse: () => {
    decision = {
      ...decision,
      request: requestOf('denied', {
        decision: answered(null, 'Refunds over 5,000 go through Kwame this week.', null),
      }),
    };
    for (const listener of decided) listener('r1');
  },
  approve: () => {
    decision = {
      ...decision,
      request: requestOf('approved', { decision: answered(null, 'Only this one, please.', iso(7_200_000)) }),
    };
    for (const listener of decided) listener('r1');
  },
  runOut: () => {
    signInState = { status: 'held', token: { ...claims(['invoices.read']), exp: Date.now() / 1000 - 1 } };
    for (const listener of [...listeners]) listener();
  },
  renew: () => {
    signInState = { status: 'held', token: claims(['invoices.read', 'invoices.send']) };
    for (const listener of [...listeners]) listener();
  },
  permit: () => {
    decision = { ...decision, permitted: true, until: iso(7_200_000) };
    signInState = { status: 'held', token: claims(['invoices.read', 'invoices.send', 'invoices.refund']) };
    for (const listener of [...listeners]) listener();
  },
};
Object.assign(window, { move, pressed: 0 });

const press = () => Object.assign(window, { pressed: Number(Reflect.get(window, 'pressed')) + 1 });
const query = new URLSearchParams(location.search);
const theme = query.get('theme');
const own = query.has('own');

const clerk = 'clerk';
const Totals = () => {
  const shows = usePermission('totals.read');
  const desk = useRole(clerk);
  return <p className="r">{shows ? 'Total 7,842.00' : `No totals${desk ? ' at the desk' : ''}`}</p>;
};

const Ledger = () => (
  <div className="lg">
    <header>
      <b className="lw">Ledger</b>
      <nav aria-label="Ledger">
        <a href="#invoices">Invoices</a>
        <a href="#payments">Payments</a>
      </nav>
      <span className="me">Maya Lindqvist</span>
    </header>
    <main>
      <div className="top">
        <div>
          <h1>Invoice 2026-0417</h1>
          <p>
            Northgate Logistics AS, due 30 October 2026, <b>paid twice</b>
          </p>
        </div>
        <div className="acts">
          <Can permission="invoices.send">
            <button type="button">Send again</button>
          </Can>
          <button type="button" className="full">
            Record payment
          </button>
          <Denied permission="invoices.refund" {...(theme === 'light' || theme === 'dark' ? { theme } : {})}>
            <button type="button" onClick={press}>
              Refund
            </button>
          </Denied>
          {query.has('bare') && (
            <Denied permission="invoices.refund">
              <button type="button" className="full">
                Refund all
              </button>
            </Denied>
          )}
        </div>
      </div>
      <table>
        <tbody>
          {['Cold storage, October', 'Handling, pallets', 'Customs papers', 'Weekend opening'].map((item, i) => (
            <tr key={item}>
              <td>{item}</td>
              <td className="r">{(i * 1371.5 + 402).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {query.has('devtools') && (
        <>
          <Totals />
          <Can any={['payments.match', 'payments.write']}>Match</Can>
          <Can permission={'invoices.raed'} fallback={<p>The history is for auditors.</p>} />
          <LicetDevtools
            open={query.get('devtools') !== 'closed'}
            {...(theme === 'light' || theme === 'dark' ? { theme } : {})}
          />
        </>
      )}
      {query.has('guard') && <Guard permission="invoices.refund">Reports</Guard>}
      {query.has('form') && (
        <Guard permission="invoices.read">
          <label>
            Note <input />
          </label>
        </Guard>
      )}
    </main>
  </div>
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {own ? (
      <AccessProvider token={claims(['invoices.send'])}>
        <Ledger />
      </AccessProvider>
    ) : (
      <AccessProvider source={source}>
        <Ledger />
      </AccessProvider>
    )}
  </StrictMode>,
);
