// The page of bench/react.tsx: 1,000 guarded rows, of which 10 answers change, in three ways.
import { createMongoAbility } from '@casl/ability';
import { AbilityProvider, useAbility } from '@casl/react';
import { AccessProvider, usePermission } from '@licet/react';
import { createContext, memo, type ReactNode, useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const names = Array.from({ length: 1000 }, (_, i) => `rows.${i}`);
const lists = [names.slice(0, 500), [...names.slice(5, 500), ...names.slice(500, 505)]] as const;
const rulesOf = (list: readonly string[]) => list.map((action) => ({ action, subject: 'all' }));
let renders = 0;

// What a row of a table of invoices draws, the guarded button at its end.
const draw = (name: string, yes: boolean): ReactNode => {
  renders += 1;
  return (
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
  );
};

interface Row {
  readonly name: string;
}

const LicetRow = memo(({ name }: Row) => draw(name, usePermission(name)));

const ability = createMongoAbility(rulesOf(lists[0]));
const CaslRow = memo(({ name }: Row) => draw(name, useAbility().can(name, 'all')));

const SetContext = createContext<ReadonlySet<string>>(new Set());
const ContextRow = memo(({ name }: Row) => draw(name, useContext(SetContext).has(name)));

const rows = (Each: typeof LicetRow) => names.map((name) => <Each key={name} name={name} />);
const licetRows = rows(LicetRow);
const caslRows = rows(CaslRow);
const contextRows = rows(ContextRow);

// As an application gets it: a token, whose reading is part of what is measured.
const tokens = lists.map((permissions) => {
  const payload = btoa(JSON.stringify({ sub: 'ada', permissions, exp: Date.now() / 1000 + 3600 }));
  return `e30.${payload.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')}.`;
});

const claimsOf = (token: string): readonly string[] =>
  JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).permissions;

const Licet = (): ReactNode => {
  const [token, setToken] = useState(tokens[0]);
  setters.licet = (at) => setToken(tokens[at]);
  return <AccessProvider token={token}>{licetRows}</AccessProvider>;
};

const Casl = (): ReactNode => {
  setters.casl = (at) => ability.update(rulesOf(claimsOf(tokens[at] ?? '')));
  return <AbilityProvider value={ability}>{caslRows}</AbilityProvider>;
};

const Plain = (): ReactNode => {
  const [set, setSet] = useState<ReadonlySet<string>>(() => new Set(lists[0]));
  setters.context = (at) => setSet(new Set(claimsOf(tokens[at] ?? '')));
  return <SetContext.Provider value={set}>{contextRows}</SetContext.Provider>;
};

const setters: Record<string, (at: number) => void> = {};
const pages: Record<string, () => ReactNode> = { licet: Licet, casl: Casl, context: Plain };

/** Milliseconds and renders of one change, each round; the DOM is as it should be when the clock stops. */
const measure = async (what: string, rounds: number): Promise<{ times: number[]; renders: number[] }> => {
  const Page = pages[what] ?? Plain;
  const table = document.body.appendChild(document.createElement('table'));
  const box = table.appendChild(document.createElement('tbody'));
  const root = createRoot(box);
  flushSync(() => root.render(<Page />));
  await pause();
  const times: number[] = [];
  const counts: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    renders = 0;
    const since = performance.now();
    flushSync(() => setters[what]?.(round % 2));
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
