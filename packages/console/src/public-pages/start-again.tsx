import type { ReactNode } from 'react';
import { PublicPage } from './public-page.tsx';
import { isAway, type Refusal } from './send.ts';
import { words } from './words.ts';
import '../ui/button.css';

/** Says why the page cannot continue, and links to the start. */
export function StartAgain({ title, refusal }: { title: string; refusal: Refusal }): ReactNode {
  const away = isAway(refusal);
  return (
    <PublicPage title={away ? refusal.title.replace(/\.$/, '') : title} lead={refusal.detail}>
      {away ? (
        <button type="button" className="button primary wide" onClick={() => location.reload()}>
          {words.retry}
        </button>
      ) : (
        <a className="button primary wide" href="/">
          {words.toSignIn}
        </a>
      )}
    </PublicPage>
  );
}
