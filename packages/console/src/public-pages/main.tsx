import '../ui/font.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { learn } from '../ui/language.ts';
import { ChosenPage } from './chosen-page.tsx';
import { takeToken } from './take-token.ts';

const root = document.getElementById('root');
if (root) {
  const token = ['/set-password', '/invited', '/verify-email'].includes(location.pathname) ? takeToken() : '';
  const start = () =>
    createRoot(root).render(
      <StrictMode>
        <ChosenPage path={location.pathname} token={token} />
      </StrictMode>,
    );
  learn(async () => (await import('./german.ts')).german, start);
}
