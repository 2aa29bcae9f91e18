import type { ReactNode } from 'react';
import { Door } from './door.tsx';
import type { Refusal } from './send.ts';

/** Nothing can be done here any more: says why, and leads to the beginning. */
export function StartAgain({ title, refusal }: { title: string; refusal: Refusal }): ReactNode {
  const away = refusal.code === 'unavailable' || refusal.code === 'internal';
  return (
    <Door title={away ? refusal.title.replace(/\.$/, '') : title} lead={refusal.detail}>
      {away ? (
        <button type="button" className="button primary wide" onClick={() => location.reload()}>
          Try again
        </button>
      ) : (
        <a className="button primary wide" href="/">
          Go to the sign-in
        </a>
      )}
    </Door>
  );
}
