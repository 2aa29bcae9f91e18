import type { WayBack } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { SkeletonFields } from '../ui/states.tsx';
import { PublicPage } from './public-page.tsx';
import { useReply } from './send.ts';
import type { SignInAddress } from './sign-in-steps.ts';
import { words as publicWords, overWords as words } from './words.ts';
import '../ui/button.css';

/**
 * The page of a sign-in that has ended, is lost, or belongs to another browser: shows the reason and a link back to the
 * application.
 */
export function SignInEnded({ address }: { address: SignInAddress }): ReactNode {
  const { answer, refusal } = useReply('GET', `${address}/begin-again`);
  const [blocked] = useState(() => !keepsCookies());
  return (
    <PublicPage
      title={blocked ? words.blocked : words.title}
      lead={blocked ? words.blockedText(location.host) : answer && words.why[answer.why]}
    >
      {answer || refusal ? <WaysBack {...answer} /> : <SkeletonFields fields={1} />}
    </PublicPage>
  );
}

/** Links to restart the same sign-in, or to the application. Without either, says what to do. */
function WaysBack({ application, again, home }: Partial<WayBack>): ReactNode {
  const first = again ?? home;
  if (!application || !first)
    return (
      <>
        <p>{application ? words.byHandIn(application) : words.byHand}</p>
        <a className="button wide" href="/">
          {publicWords.toLicet}
        </a>
      </>
    );
  return (
    <div className="stack">
      <a className="button primary wide" href={first}>
        {words.again(application)}
      </a>
      {again && home && home !== '/' && (
        <a className="button quiet wide" href={home}>
          {words.home(application)}
        </a>
      )}
    </div>
  );
}

/**
 * Whether the browser stores cookies of this site. Sets a cookie to find out, because `navigator.cookieEnabled` may be
 * true although the site's cookies are blocked.
 */
function keepsCookies(): boolean {
  const probe = 'licet_probe=1';
  const write = (cookie: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside of secure contexts
    document.cookie = `${cookie}; samesite=lax`;
  };
  write(probe);
  const accepted = document.cookie.includes(probe);
  write(`${probe}; max-age=0`);
  return accepted;
}
