import { createLicet } from '@licet/client';
import { AccessProvider } from '@licet/react';
import { lazy, type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { Door } from './door.tsx';
import { LicetContext } from './licet.ts';

// Loads the devtools only on request: open /invoices?devtools, then press Ctrl+Alt+L. They show which elements of the page are guarded, and
// why.
const Devtools = lazy(async () => ({ default: (await import('@licet/react/devtools')).LicetDevtools }));
const wantsDevtools = new URLSearchParams(location.search).has('devtools');

const place = document.getElementById('ledger');
if (place) createRoot(place).render(<StrictMode>{await ledger()}</StrictMode>);

/** Returns the application inside the providers of one client. The client is created once, outside of components. */
async function ledger(): Promise<ReactNode> {
  const response = await fetch('/config.json').catch(() => undefined);
  if (!response?.ok) return <Closed />;
  const { issuer, clientId }: { issuer: string; clientId: string } = await response.json();
  const licet = createLicet({ issuer, clientId, audience: 'ledger' });
  return (
    <AccessProvider source={licet}>
      <LicetContext value={licet}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
        <Suspense>{wantsDevtools && <Devtools />}</Suspense>
      </LicetContext>
    </AccessProvider>
  );
}

function Closed() {
  return (
    <Door title="Ledger does not answer">
      <p role="alert">Look whether its server runs, then try again.</p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </Door>
  );
}
