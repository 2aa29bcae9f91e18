import './integration-tab.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
  curlSnippet,
  expressSnippet,
  fastifySnippet,
  reactSnippets,
  type Snippet,
  type SnippetFacts,
  sqlSnippet,
} from './snippets.ts';
import { words } from './words.ts';
import '../application-screen.css';

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
    redirectUri: client?.redirectUris[0] ?? 'http://localhost:3000/callback',
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
          {PLACES[place].code(facts).map((snippet) => (
            <CodeSection key={snippet.file} snippet={snippet} />
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

function note(place: Place, kind: ClientKind | undefined): string | undefined {
  if (place === 'react' && kind === 'browser') return words.reactBrowser;
  if (place === 'react' && kind !== undefined) return words.reactOther;
  if (place === 'sql') return words.sql;
  if (place === 'curl' && kind !== undefined && kind !== 'service') return words.curl;
  return undefined;
}
