import { type ReactNode, useState } from 'react';
import { say } from '../blocks/say.tsx';
import { PublicPage } from './public-page.tsx';
import { isRecord, textOf } from './send.ts';
import { signedOutWords as words } from './words.ts';
import '../ui/button.css';

/** The page after a sign-out that has no registered address to return to. */
export function SignedOutPage(): ReactNode {
  const query = new URLSearchParams(location.search);
  const unknown = query.get('address') === 'unknown';
  const isAtProvider = query.get('there') === 'unknown';
  const [result] = useState(() => readResult(document.cookie));
  const { client, address, provider, on } = result;
  return (
    <PublicPage title={words.title} lead={words.lead}>
      {unknown && (
        <>
          <p>
            {client !== undefined && address !== undefined
              ? say(words.unknownNamed, { client: <b>{client}</b>, address: <code>{address}</code> })
              : words.unknown}
          </p>
          <p className="text-muted">{words.unknownNext}</p>
        </>
      )}
      {isAtProvider && (
        <p>{provider === undefined ? words.thereUnnamed : say(words.there, { provider: <b>{provider}</b> })}</p>
      )}
      {isAtProvider && on !== undefined && (
        <a className="button primary wide" href={`/sign-out/return?${new URLSearchParams({ state: on })}`}>
          {words.goOn}
        </a>
      )}
      <a className={isAtProvider && on !== undefined ? 'button wide' : 'button primary wide'} href="/">
        {words.signIn}
      </a>
    </PublicPage>
  );
}

interface SignOutResult {
  /** The client that asked to redirect the browser after the sign-out, and the URL that it gave. */
  client?: string | undefined;
  address?: string | undefined;
  /** The provider where the user may still be signed in, and the URL that continues to the application. */
  provider?: string | undefined;
  on?: string | undefined;
}

/** Reads the result, which the server sets in a cookie for this page only. */
function readResult(cookies: string): SignOutResult {
  const [, value] = /(?:^|;\s*)licet_signed_out=([\w-]+)/.exec(cookies) ?? [];
  if (value === undefined) return {};
  try {
    const bytes = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const result: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(result)) return {};
    return {
      client: textOf(result.client),
      address: textOf(result.address),
      provider: textOf(result.provider),
      on: textOf(result.on),
    };
  } catch {
    return {};
  }
}
