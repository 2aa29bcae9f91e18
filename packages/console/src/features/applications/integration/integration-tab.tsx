import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PageBody } from '../../../shell/page.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { CodeBlock, CopyField } from '../../../ui/copy.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAddress } from '../address.ts';
import { clientKinds } from '../clients/client-kinds.ts';
import { clientsQuery, permissionListQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { SeeToken } from './see-token.tsx';
import {
  curlSnippet,
  expressSnippet,
  fastifySnippet,
  reactSnippets,
  type Snippet,
  type SnippetFacts,
  sqlSnippet,
} from './snippets.ts';
import './integration-tab.css';

type Place = 'react' | 'express' | 'fastify' | 'sql' | 'curl';

const PLACES: Record<Place, { label: string; code: (facts: SnippetFacts) => readonly Snippet[] }> = {
  react: { label: 'React', code: reactSnippets },
  express: { label: 'Express', code: (facts) => [expressSnippet(facts)] },
  fastify: { label: 'Fastify', code: (facts) => [fastifySnippet(facts)] },
  sql: { label: 'SQL', code: (facts) => [sqlSnippet(facts)] },
  curl: { label: 'curl', code: (facts) => [curlSnippet(facts)] },
};

/** Code ready to paste, for this application and one of its clients; and the token that somebody would get. */
export function IntegrationTab({ application }: TabProps): ReactNode {
  const [address, change] = useAddress();
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
    redirectUri: client?.redirectUris[0] ?? 'http://localhost:3000/callback',
    permission: catalogue.data?.items[0]?.name ?? 'invoices.read',
  };
  return (
    <PageBody>
      <div className="columns integration">
        <div className="stack">
          {clients.data && known.length === 0 && (
            <Callout>
              <b>No client is registered yet.</b> The code below needs the id of one.{' '}
              {rights.clients && (
                <TextLink
                  to="/applications/$application"
                  params={{ application: application.id }}
                  search={{ tab: 'clients', add: '1' }}
                  activeProps={{}}
                >
                  Register a client
                </TextLink>
              )}
            </Callout>
          )}
          <div className="inline-row spread">
            <SegmentedControl
              label="Where the code runs"
              choices={(Object.keys(PLACES) as Place[]).map((value) => ({ value, label: PLACES[value].label }))}
              value={place}
              onChange={setPlace}
            />
            {known.length > 1 && (
              <Select
                label="Client"
                hideLabel
                options={known.map(({ id, name, kind }) => ({ id, label: name, detail: clientKinds[kind].label }))}
                value={client?.id ?? null}
                onChange={(id) => change({ client: id }, true)}
              />
            )}
          </div>
          {note(place, client?.kind) !== undefined && <p className="text-muted">{note(place, client?.kind)}</p>}
          {PLACES[place].code(facts).map((snippet) => (
            <CodeSection key={snippet.file} snippet={snippet} />
          ))}
        </div>
        <div className="stack">
          <Section title="What the code needs">
            <div className="stack">
              <CopyField label="Issuer" value={facts.issuer} />
              <CopyField label="Audience" value={facts.audience} />
              {client && <CopyField label={`Client id of ${client.name}`} value={client.id} />}
              <CopyField label="Discovery" value={`${facts.issuer}/.well-known/openid-configuration`} />
            </div>
          </Section>
          {rights.access && <SeeToken application={application} />}
        </div>
      </div>
    </PageBody>
  );
}

function CodeSection({ snippet }: { snippet: Snippet }): ReactNode {
  return (
    <section>
      <div className="code-head">
        <h2>
          <code>{snippet.file}</code>
        </h2>
        {snippet.install !== undefined && <code className="text-faint small">{snippet.install}</code>}
      </div>
      <CodeBlock label={snippet.file} code={snippet.code} />
    </section>
  );
}

function note(place: Place, kind: keyof typeof clientKinds | undefined): string | undefined {
  if (place === 'react' && kind === 'browser')
    return 'Name the address of the page under “Web origins” of the client, so that the browser may fetch the token.';
  if (place === 'react' && kind !== undefined)
    return 'This is for a client that runs in the browser; the chosen one does not.';
  if (place === 'sql')
    return 'For PostgreSQL 15 and later, beside PostgREST, Supabase or an API of your own: row-level security by the same rule.';
  if (place === 'curl' && kind !== undefined && kind !== 'service')
    return 'This is for a service with a secret of its own; the chosen client signs people in.';
  return undefined;
}
