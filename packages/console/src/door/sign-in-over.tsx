import { type ReactNode, useState } from 'react';
import { SkeletonFields } from '../ui/states.tsx';
import { Door } from './door.tsx';
import { textOf } from './send.ts';
import { useAsked } from './use-asked.ts';
import { words as doorWords, overWords as words } from './words.ts';
import '../ui/button.css';

/** A sign-in that is over, lost, or none of this browser: says why, and leads back to the application. */
export function SignInOver({ address }: { address: string }): ReactNode {
  const { answer, refusal } = useAsked('GET', `${address}/begin-again`);
  const [blocked] = useState(() => !keepsCookies());
  const why = textOf(answer?.why) ?? '';
  const text = Object.hasOwn(words.why, why) ? words.why[why as keyof typeof words.why] : undefined;
  return (
    <Door title={blocked ? words.blocked : words.title} lead={blocked ? words.blockedText(location.host) : text}>
      {answer || refusal ? <WaysBack {...answer} /> : <SkeletonFields fields={1} />}
    </Door>
  );
}

/** The same request again, else the application itself, else what to do. */
function WaysBack(answer: Record<string, unknown>): ReactNode {
  const application = textOf(answer.application);
  const [again, home] = [textOf(answer.again), textOf(answer.home)];
  const first = again ?? home;
  if (application === undefined || first === undefined)
    return (
      <>
        <p>{application === undefined ? words.byHand : words.byHandIn(application)}</p>
        <a className="button wide" href="/">
          {doorWords.toLicet}
        </a>
      </>
    );
  return (
    <div className="stack">
      <a className="button primary wide" href={first}>
        {words.again(application)}
      </a>
      {again !== undefined && home !== undefined && home !== '/' && (
        <a className="button quiet wide" href={home}>
          {words.home(application)}
        </a>
      )}
    </div>
  );
}

/** Tried out, because `navigator.cookieEnabled` may say yes where the cookies of this one site are blocked. */
function keepsCookies(): boolean {
  const probe = 'licet_probe=1';
  const write = (cookie: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside of secure contexts
    document.cookie = `${cookie}; samesite=lax`;
  };
  write(probe);
  const kept = document.cookie.includes(probe);
  write(`${probe}; max-age=0`);
  return kept;
}
