import './integration-tab.css';
import type { OpenIdClient } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { say } from '../../../blocks/say.tsx';
import { PageBody } from '../../../shell/page.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { CodeBlock, CopyField } from '../../../ui/copy.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ClientKind } from '../clients/client-kinds.ts';
import { words as clientWords } from '../clients/words.ts';
import { clientsQuery, permissionListQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { useApplicationAddress } from '../use-application-address.ts';
import { SeeToken } from './see-token.tsx';
import {
  curlSnippets,
  endsAtPage,
  expressSnippets,
  fastifySnippets,
  missingOrigin,
  reactSnippets,
  type Snippet,
  type SnippetFacts,
  sqlSnippets,
} from './snippets.ts';
import { stepWords, words } from './words.ts';
import '../application-screen.css';

type Place = 'react' | 'express' | 'fastify' | 'sql' | 'curl';

const PLACES: Record<Place, { label: string; code: (facts: SnippetFacts) => readonly Snippet[] }> = {
  react: { label: 'React', code: reactSnippets },
  express: { label: 'Express', code: expressSnippets },
  fastify: { label: 'Fastify', code: fastifySnippets },
  sql: { label: 'SQL', code: sqlSnippets },
  curl: { label: 'curl', code: curlSnippets },
};

/** Code ready to paste, for this application and one of its clients; and the token that somebody would get. */
export function IntegrationTab({ application }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const clients = useQuery(clientsQuery(application.id));
  const catalogue = useQuery(permissionListQuery(application.id, { limit: 1 }));
  const known = clients.data?.items ?? [];
  const [chosen, setPlace] = useState<Place>();
  const client =
    known.find(({ id }) => id === address.client) ?? known.find(({ kind }) => kind !== 'service') ?? known[0];
  const place = chosen ?? (client?.kind === 'service' ? 'curl' : 'react');
  const facts: SnippetFacts = {
    issuer: location.origin,
    audience: application.id,
    clientId: client?.id ?? 'THE-CLIENT-ID',
    redirectUri: client?.redirectUris[0] ?? 'http://localhost:5173/',
    signOutUris: client?.postLogoutRedirectUris ?? [],
    permission: catalogue.data?.items[0]?.name ?? 'invoices.read',
  };
  const hint = note(place, client?.kind);
  return (
    <PageBody>
      <div className="columns">
        <div className="stack">
          {clients.data && known.length === 0 && (
            <Callout>
              <b>{words.noClient}</b> {words.noClientText}{' '}
              {rights.clients && (
                <TextLink
                  to="/applications/$application"
                  params={{ application: application.id }}
                  search={{ tab: 'clients', add: '1' }}
                  activeProps={{}}
                >
                  {words.register}
                </TextLink>
              )}
            </Callout>
          )}
          <div className="inline-row spread">
            <SegmentedControl
              label={words.where}
              choices={(Object.keys(PLACES) as Place[]).map((value) => ({ value, label: PLACES[value].label }))}
              value={place}
              onChange={setPlace}
            />
            {known.length > 1 && (
              <Select
                label={words.client}
                hideLabel
                options={known.map(({ id, name, kind }) => ({
                  id,
                  label: name,
                  detail: clientWords.kinds[kind].label,
                }))}
                value={client?.id ?? null}
                onChange={(id) => change({ client: id }, true)}
              />
            )}
          </div>
          {hint !== undefined && <p className="text-muted">{hint}</p>}
          {place === 'react' && client?.kind === 'browser' && (
            <>
              <OriginHint client={client} facts={facts} />
              <SignOutHint client={client} facts={facts} />
            </>
          )}
          {PLACES[place].code(facts).map((snippet) => (
            <CodeSection key={snippet.file ?? snippet.step} snippet={snippet} />
          ))}
        </div>
        <div className="stack">
          <Section title={words.needs}>
            <div className="stack">
              <CopyField label={words.issuer} value={facts.issuer} />
              <CopyField label={words.audience} value={facts.audience} />
              {client && <CopyField label={words.clientIdOf(client.name)} value={client.id} />}
              <CopyField label={words.discovery} value={`${facts.issuer}/.well-known/openid-configuration`} />
            </div>
          </Section>
          {rights.access && <SeeToken application={application} />}
        </div>
      </div>
    </PageBody>
  );
}

/** Without its origin among those of the client the page is given no token. */
function OriginHint({ client, facts }: { client: OpenIdClient; facts: SnippetFacts }): ReactNode {
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
function SignOutHint({ client, facts }: { client: OpenIdClient; facts: SnippetFacts }): ReactNode {
  if (facts.signOutUris.length > 0 || endsAtPage(facts)) return null;
  const page = URL.parse(facts.redirectUri)?.origin;
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

function CodeSection({ snippet: { file, step, code } }: { snippet: Snippet }): ReactNode {
  return (
    <section>
      <h2 className="code-head">{step === undefined ? <code>{file}</code> : stepWords[step]}</h2>
      <CodeBlock label={step === undefined ? file : stepWords[step]} code={code} />
    </section>
  );
}

function note(place: Place, kind: ClientKind | undefined): string | undefined {
  if (place === 'react' && kind !== undefined && kind !== 'browser') return words.reactOther;
  if (place === 'sql') return words.sql;
  if (place === 'curl' && kind !== undefined && kind !== 'service') return words.curl;
  return undefined;
}
