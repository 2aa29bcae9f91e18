import type { ReactNode } from 'react';
import { Door } from './door.tsx';
import { signedOutWords as words } from './words.ts';
import '../ui/button.css';

/** Where signing out ends when there is no registered address to go back to. */
export function SignedOutPage(): ReactNode {
  const unknown = new URLSearchParams(location.search).get('address') === 'unknown';
  return (
    <Door title={words.title} lead={words.lead}>
      {unknown && <p>{words.unknown}</p>}
      <a className="button primary wide" href="/">
        {words.signIn}
      </a>
    </Door>
  );
}
