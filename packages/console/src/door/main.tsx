import '../ui/styles/door-entry.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DoorPages } from './door-pages.tsx';
import { takeToken } from './take-token.ts';

const root = document.getElementById('root');
if (root) {
  const token = location.pathname === '/set-password' ? takeToken() : '';
  createRoot(root).render(
    <StrictMode>
      <DoorPages path={location.pathname} token={token} />
    </StrictMode>,
  );
}
