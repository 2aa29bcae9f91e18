import type { Application } from '@licet/contract';
import type { ReactNode } from 'react';
import { say } from '../../../blocks/say.tsx';
import { useAction } from '../../../blocks/use-action.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { words as clientWords } from '../clients/words.ts';
import { type Place, places } from './places.ts';
import { words } from './words.ts';

export interface RegisterClientProps {
  application: Application;
  place: Place;
  mayRegister: boolean;
}

/** The client that the code lacks: for a page, with one press at the address of its development server. */
export function RegisterClient({ application, place, mayRegister }: RegisterClientProps): ReactNode {
  const { kind, origin } = places[place];
  const uris = [`${origin}/`];
  const register = useAction(async () => {
    const made = await client.clients.create({
      params: { application: application.id },
      body: {
        name: words.webOf(application.name),
        kind: 'browser',
        redirectUris: uris,
        postLogoutRedirectUris: uris,
        webOrigins: [origin],
      },
    });
    showToast({ text: clientWords.made(made.client.name) });
  });
  const byHand = (
    <TextLink
      to="/applications/$application"
      params={{ application: application.id }}
      search={{ tab: 'clients', add: '1' }}
      activeProps={{}}
    >
      {kind === 'browser' ? words.otherAddresses : words.register}
    </TextLink>
  );
  return (
    <Callout>
      <div className="stack">
        <p>{say(words.noClient, { kind: <b>{clientWords.kinds[kind ?? 'browser'].label}</b> })}</p>
        {register.problem && <ProblemNote problem={register.problem} />}
        {mayRegister && (
          <div className="inline-row">
            {kind === 'browser' && (
              <Button kind="primary" pending={register.pending} onClick={register.run}>
                {words.registerAt(origin)}
              </Button>
            )}
            {byHand}
          </div>
        )}
      </div>
    </Callout>
  );
}
