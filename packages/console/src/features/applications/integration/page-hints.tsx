import type { OpenIdClient } from '@licet/contract';
import type { ReactNode } from 'react';
import { say } from '../../../blocks/say.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { endsAtPage, missingOrigin, pageOf, type SnippetFacts } from './snippet.ts';
import { words } from './words.ts';

interface HintProps {
  client: OpenIdClient;
  facts: SnippetFacts;
}

/** Without its origin among those of the client the page is given no token. */
export function OriginHint({ client, facts }: HintProps): ReactNode {
  const origin = missingOrigin(facts, client.webOrigins);
  if (origin === undefined) return null;
  return (
    <Callout>
      {say(words.noOrigin, { origin: <code>{origin}</code> })}{' '}
      <ToClient client={client}>{words.originsOf(client.name)}</ToClient>
    </Callout>
  );
}

/** Without a registered sign-out address people do not come back to the page that they sign out of. */
export function SignOutHint({ client, facts }: HintProps): ReactNode {
  if (facts.signOutUris.length > 0 || endsAtPage(facts)) return null;
  const page = pageOf(facts.redirectUri)?.origin;
  return (
    <Callout>
      {say(words.noSignOut, { page: <code>{page === undefined ? facts.redirectUri : `${page}/`}</code> })}{' '}
      <ToClient client={client}>{words.signOutOf(client.name)}</ToClient>
    </Callout>
  );
}

function ToClient({ client, children }: { client: OpenIdClient; children: ReactNode }): ReactNode {
  return (
    <TextLink
      to="/applications/$application"
      params={{ application: client.application }}
      search={{ tab: 'clients', open: client.id }}
      activeProps={{}}
    >
      {children}
    </TextLink>
  );
}
