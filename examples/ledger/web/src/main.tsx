import { createLicet } from '@licet/client';
import { AccessProvider } from '@licet/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { LicetContext } from './licet.ts';

const { issuer, clientId }: { issuer: string; clientId: string } = await (await fetch('/config.json')).json();
const licet = createLicet({ issuer, clientId, audience: 'ledger' });

const place = document.getElementById('ledger');
if (place)
  createRoot(place).render(
    <StrictMode>
      <AccessProvider source={licet}>
        <LicetContext value={licet}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </LicetContext>
      </AccessProvider>
    </StrictMode>,
  );
