import { type ReactNode, useState } from 'react';
import { say } from '../blocks/say.tsx';
import { Door } from './door.tsx';
import { isRecord, textOf } from './send.ts';
import { signedOutWords as words } from './words.ts';
import '../ui/button.css';

/** Where signing out ends when there is no registered address to go back to. */
export function SignedOutPage(): ReactNode {
  const unknown = new URLSearchParams(location.search).get('address') === 'unknown';
  const [asked] = useState(() => readAsked(document.cookie));
  return (
    <Door title={words.title} lead={words.lead}>
      {unknown && (
        <>
          <p>
            {asked
              ? say(words.unknownNamed, { client: <b>{asked.client}</b>, address: <code>{asked.address}</code> })
              : words.unknown}
          </p>
          <p className="text-muted">{words.unknownNext}</p>
        </>
      )}
      <a className="button primary wide" href="/">
        {words.signIn}
      </a>
    </Door>
  );
}

/** Who asked for which address: the server says it in a cookie that only this page is sent. */
function readAsked(cookies: string): { client: string; address: string } | undefined {
  const [, value] = /(?:^|;\s*)licet_signed_out=([\w-]+)/.exec(cookies) ?? [];
  if (value === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const told: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const [client, address] = isRecord(told) ? [textOf(told.client), textOf(told.address)] : [];
    return client !== undefined && address !== undefined ? { client, address } : undefined;
  } catch {
    return undefined;
  }
}
