import type { ReactNode } from 'react';
import { Door } from './door.tsx';

/** Where signing out ends when there is no registered address to go back to. */
export function SignedOutPage(): ReactNode {
  const unknown = new URLSearchParams(location.search).get('address') === 'unknown';
  return (
    <Door title="You are signed out" lead="You can close this page.">
      {unknown && (
        <p>
          The application asked to send you back to an address that is not registered for it. Whoever runs it can add it
          to its sign-out addresses.
        </p>
      )}
      <a className="button primary wide" href="/">
        Sign in to Licet
      </a>
    </Door>
  );
}
