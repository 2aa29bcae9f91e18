import { AccessProvider, Guard } from '@licet/react';
import { Denied } from '@licet/react/denied';
import { LicetDevtools } from '@licet/react/devtools';
import { createRoot } from 'react-dom/client';
import { Action } from '../../../examples/denied/react-aria.tsx';
import { RefusedCard } from '../../../examples/denied/shadcn.tsx';
import { expiringSource, sourceOf, states, weakSource } from './sources.ts';

// Every state of every part, on one page.
const query = new URLSearchParams(location.search);
const askable = states['can ask'] as ReturnType<typeof sourceOf>;
const waiting = sourceOf({ status: 'loading' });

const expiring = expiringSource();

const Covered = () => (
  <main>
    <h1>Reports</h1>
    <AccessProvider source={expiring}>
      <Guard permission="invoices.read">
        <label>
          Note <textarea />
        </label>
      </Guard>
    </AccessProvider>
  </main>
);

const Everything = () => (
  <main>
    <h1>States</h1>
    <AccessProvider source={askable}>
      <section aria-label="button refused">
        <Denied permission="invoices.refund">
          <button type="button">Refund</button>
        </Denied>
      </section>
      <section aria-label="button permitted">
        <Denied permission="invoices.read">
          <button type="button">Read</button>
        </Denied>
      </section>
    </AccessProvider>
    <AccessProvider source={waiting}>
      <section aria-label="button waiting">
        <Denied permission="invoices.refund">
          <button type="button">Wait</button>
        </Denied>
      </section>
      <section aria-label="guard loading">
        <Guard permission="reports.read" loading={<p>One moment …</p>}>
          Reports
        </Guard>
      </section>
    </AccessProvider>
    <AccessProvider source={askable}>
      <section aria-label="guard permitted">
        <Guard permission="invoices.read">
          <p>The reports</p>
        </Guard>
      </section>
      <section aria-label="guard refused">
        <Guard permission="invoices.refund">Reports</Guard>
      </section>
    </AccessProvider>
    <AccessProvider source={states['signed out'] as typeof askable}>
      <section aria-label="guard signed out">
        <Guard permission="invoices.refund">Reports</Guard>
      </section>
    </AccessProvider>
    <AccessProvider source={weakSource}>
      <section aria-label="guard step-up">
        <Guard permission="invoices.read" maxAge={60} loading={<p>One moment …</p>}>
          Reports
        </Guard>
      </section>
    </AccessProvider>
    {Object.entries(states).map(([name, source]) => (
      <AccessProvider key={name} source={source}>
        <section aria-label={`card ${name}`}>
          <Denied permission="invoices.refund" />
        </section>
        <section aria-label={`own ${name}`}>
          <RefusedCard permission="invoices.refund" />
        </section>
      </AccessProvider>
    ))}
    <AccessProvider source={askable}>
      <section aria-label="react aria">
        <Action permission="invoices.refund" onPress={() => {}}>
          Refund with React Aria
        </Action>
      </section>
      {query.has('devtools') && <LicetDevtools />}
    </AccessProvider>
  </main>
);

document.documentElement.lang = query.get('lang') ?? 'en';
document.documentElement.dir = query.get('dir') ?? 'ltr';
createRoot(document.getElementById('root') as HTMLElement).render(query.has('cover') ? <Covered /> : <Everything />);
