import { createLicet } from '@licet/client';
import { AccessProvider, Guard } from '@licet/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const licet = createLicet(globalThis.options);

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <AccessProvider source={licet}>
      <Guard loading={<p>One moment …</p>}>
        <h1>Ledger</h1>
      </Guard>
    </AccessProvider>
  </StrictMode>,
);
