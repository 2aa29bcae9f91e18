// The page of bench/react.ts: 1,000 guarded rows, implemented in four ways. One change affects the access of 10 rows.
import { createMongoAbility } from '@casl/ability';
import { AbilityProvider, useAbility } from '@casl/react';
import { AccessProvider, usePermission } from '@licet/react';
import { createContext, memo, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const names = Array.from({ length: 1000 }, (_, i) => `rows.${i}`);
const lists = [names.slice(0, 500), [...names.slice(5, 500), ...names.slice(500, 505)]] as const;
let renders = 0;

/** The content of a row: either minimal, or the row of a table of invoices, with the guarded button at its end. */
const drawings: Record<string, (name: string, yes: boolean) => ReactNode> = {
  bare: (_, yes) => (
    <tr>
      <td>{yes ? <button type="button">Refund</button> : null}</td>
    </tr>
  ),
  invoice: (name, yes) => (
    <tr>
      <td>
        <a href={`#${name}`}>{name}</a>
      </td>
      <td>Northgate Logistics AS</td>
      <td>30 October 2026</td>
      <td>
        <span>EUR</span> <b>8,191.25</b>
      </td>
      <td>{yes ? <button type="button">Refund</button> : <i>not refundable</i>}</td>
    </tr>
  ),
};

// The measurement includes decoding the token, because an application receives a token.
const tokens = lists.map((permissions) => {
  const payload = btoa(JSON.stringify({ sub: 'ada', permissions, exp: Date.now() / 1000 + 3600 }));
  return `e30.${payload.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')}.`;
});

/** Decodes a token without verification, as users of the other libraries do. */
const claimsOf = (at: number): readonly string[] => {
  const payload = (tokens[at]?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(payload), (each) => each.charCodeAt(0)))).permissions;
};

interface Way {
  /** A hook that returns whether the row may be refunded. */
  readonly useAnswer: (name: string) => boolean;
  readonly Provider: (props: { readonly children: ReactNode }) => ReactNode;
  /** Passes the token at this index to the mounted provider. */
  replace: (at: number) => void;
}

const licet: Way = {
  useAnswer: (name) => usePermission(name),
  Provider: ({ children }) => {
    const [token, setToken] = useState(tokens[0]);
    licet.replace = (at) => setToken(tokens[at]);
    return <AccessProvider token={token}>{children}</AccessProvider>;
  },
  replace: () => {},
};

const rulesOf = (list: readonly string[]) => list.map((action) => ({ action, subject: 'all' }));
const ability = createMongoAbility(rulesOf(lists[0]));
const casl: Way = {
  useAnswer: (name) => useAbility().can(name, 'all'),
  Provider: ({ children }) => <AbilityProvider value={ability}>{children}</AbilityProvider>,
  replace: (at) => void ability.update(rulesOf(claimsOf(at))),
};

const SetContext = createContext<ReadonlySet<string>>(new Set());
const context: Way = {
  useAnswer: (name) => useContext(SetContext).has(name),
  Provider: ({ children }) => {
    const [set, setSet] = useState<ReadonlySet<string>>(() => new Set(lists[0]));
    context.replace = (at) => setSet(new Set(claimsOf(at)));
    return <SetContext.Provider value={set}>{children}</SetContext.Provider>;
  },
  replace: () => {},
};

// The baseline: only a Set and its listeners, without provider, claims or expiry.
const listeners = new Set<() => void>();
let known = new Set(lists[0]);
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const store: Way = {
  useAnswer: (name) => useSyncExternalStore(subscribe, () => known.has(name)),
  Provider: ({ children }) => children,
  replace: (at) => {
    known = new Set(claimsOf(at));
    for (const listener of listeners) listener();
  },
};

const ways: Record<string, Way> = { licet, casl, context, store };

const pageOf = ({ useAnswer, Provider }: Way, draw: (name: string, yes: boolean) => ReactNode): ReactNode => {
  const Row = memo(({ name }: { readonly name: string }) => {
    renders += 1;
    return draw(name, useAnswer(name));
  });
  return (
    <Provider>
      {names.map((name) => (
        <Row key={name} name={name} />
      ))}
    </Provider>
  );
};

/**
 * Measures the milliseconds and the number of renders for one change per round. The time ends when the DOM shows the
 * change.
 */
const measure = async (what: string, drawing: string, rounds: number) => {
  const way = ways[what];
  const draw = drawings[drawing];
  if (!way || !draw) throw new Error(`There is no ${what} or no ${drawing}.`);
  way.replace(0);
  const table = document.body.appendChild(document.createElement('table'));
  const box = table.appendChild(document.createElement('tbody'));
  const root = createRoot(box);
  flushSync(() => root.render(pageOf(way, draw)));
  await pause();
  const times: number[] = [];
  const counts: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    renders = 0;
    const since = performance.now();
    flushSync(() => way.replace(round % 2));
    times.push(performance.now() - since);
    counts.push(renders);
    const live = box.querySelector('button')?.closest('tr')?.rowIndex;
    if (live !== (round % 2 ? 5 : 0)) throw new Error(`${what}: the first live button is in row ${live}`);
    await pause();
  }
  root.unmount();
  table.remove();
  return { times, renders: counts };
};

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

Object.assign(window, { measure });
