import '../applications.css';
import type { Application, OpenIdClient, Permission } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { say } from '../../../blocks/say.tsx';
import { useAction } from '../../../blocks/use-action.ts';
import { client } from '../../../session/client.ts';
import { PageBody } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CodeBlock, CopyField } from '../../../ui/copy.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Until } from '../../../ui/until.tsx';
import { codePlaces } from '../address.ts';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import type { ClientKind } from '../clients/client-form.ts';
import { words as clientWords } from '../clients/words.ts';
import { clientsQuery } from '../queries.ts';
import { type Place, places, rememberedPlace, rememberPlace } from './places.ts';
import { SeeToken } from './see-token.tsx';
import { endsAtPage, missingOrigin, pageOf, type Snippet, type SnippetFacts } from './snippet.ts';
import { placeWords, stepWords, words } from './words.ts';

/**
 * Example code for the chosen framework, filled in with this application and one of its clients. Also shows a user's
 * token.
 */
export function IntegrationTab({ application }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const clients = useQuery(clientsQuery(application.id));
  const example = useQuery(examplePermissionQuery(application.id));
  const known = clients.data?.items ?? [];
  const named = known.find(({ id }) => id === address.client);
  const place = address.code ?? (named?.kind === 'service' ? 'curl' : rememberedPlace()) ?? 'react';
  const { kind, code, origin } = places[place];
  const fitting = known.find((each) => each.kind === (kind ?? 'browser'));
  const client = named ?? fitting ?? known[0];
  const facts: SnippetFacts = {
    issuer: location.origin,
    audience: application.id,
    title: application.name,
    clientId: client?.id ?? 'THE-CLIENT-ID',
    redirectUri: client?.redirectUris[0] ?? `${origin}/`,
    signOutUris: client?.postLogoutRedirectUris ?? [`${origin}/`],
    permission: example.data?.name ?? 'invoices.read',
  };
  const choose = (chosen: Place) => {
    rememberPlace(chosen);
    change({ code: chosen, client: undefined }, true);
  };
  const hint = note(place, client?.kind);
  return (
    <PageBody>
      <Until calls={[clients, example]} lines={8}>
        {() => (
          <div className="columns">
            <div className="stack">
              <div className="inline-row spread">
                <Select
                  label={words.have}
                  options={codePlaces.map((id) => ({ id, label: places[id].label, detail: placeWords[id] }))}
                  value={place}
                  onChange={(id) => choose(id as Place)}
                />
                {known.length > 1 && (
                  <Select
                    label={words.client}
                    options={known.map(({ id, name, kind: of }) => ({
                      id,
                      label: name,
                      detail: clientWords.kinds[of].label,
                    }))}
                    value={client?.id ?? null}
                    onChange={(id) => change({ client: id, code: place }, true)}
                  />
                )}
              </div>
              {clients.data && kind !== undefined && fitting === undefined && (
                <RegisterClient application={application} place={place} mayRegister={rights.clients} />
              )}
              {hint !== undefined && <p className="text-muted">{hint}</p>}
              {kind === 'browser' && client?.kind === 'browser' && (
                <>
                  <OriginHint client={client} facts={facts} />
                  <SignOutHint client={client} facts={facts} />
                </>
              )}
              {example.data?.permitted && <p className="text-muted">{words.permitted}</p>}
              {code(facts).map((snippet) => (
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
        )}
      </Until>
    </PageBody>
  );
}

function CodeSection({ snippet: { file, step, code } }: { snippet: Snippet }): ReactNode {
  return (
    <section>
      <h2 className="code-head">{step === undefined ? <code>{file}</code> : stepWords[step]}</h2>
      <CodeBlock label={step === undefined ? file : stepWords[step]} code={code} language={languageOf(file, step)} />
    </section>
  );
}

const languageOf = (file: Snippet['file'], step: Snippet['step']) =>
  step === 'claims' || file?.endsWith('.sql') ? 'sql' : file === undefined ? 'shell' : 'typescript';

function note(place: Place, kind: ClientKind | undefined): string | undefined {
  if (places[place].kind === 'browser' && kind !== undefined && kind !== 'browser') return words.reactOther;
  if (place === 'sql') return words.sql;
  if (place === 'curl' && kind !== undefined && kind !== 'service') return words.curl;
  return undefined;
}

interface HintProps {
  client: OpenIdClient;
  facts: SnippetFacts;
}

/** Warns if the page's origin is not registered for the client: the page could not get a token then. */
function OriginHint({ client, facts }: HintProps): ReactNode {
  const origin = missingOrigin(facts, client.webOrigins);
  if (origin === undefined) return null;
  return (
    <Callout>
      {say(words.noOrigin, { origin: <code>{origin}</code> })}{' '}
      <ToClient client={client}>{words.originsOf(client.name)}</ToClient>
    </Callout>
  );
}

/** Warns that users do not return to the page after signing out, if no sign-out address is registered. */
function SignOutHint({ client, facts }: HintProps): ReactNode {
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

interface RegisterClientProps {
  application: Application;
  place: Place;
  mayRegister: boolean;
}

/**
 * Offers to register the client that the code needs. For a browser client, one click registers it with the address of
 * the development server.
 */
function RegisterClient({ application, place, mayRegister }: RegisterClientProps): ReactNode {
  const { kind, origin } = places[place];
  const uris = [`${origin}/`];
  const register = useAction(async () => {
    const created = await client.clients.create({
      params: { application: application.id },
      body: {
        name: words.webOf(application.name),
        kind: 'browser',
        redirectUris: uris,
        postLogoutRedirectUris: uris,
        webOrigins: [origin],
      },
    });
    showToast({ text: clientWords.made(created.client.name) });
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

const LOOKED_AT = 200;

/** A permission of the application for the example, and whether the viewer has it. */
interface ExamplePermission {
  readonly name: string;
  readonly permitted: boolean;
}

/** Finds, among the first permissions by name, one that the viewer lacks, so that the example shows a refusal. */
const examplePermissionQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'example permission'],
    queryFn: async ({ signal }) => {
      const params = { application };
      const query = { limit: LOOKED_AT, sort: 'name' } as const;
      const [catalogue, own] = await Promise.all([
        client.permissions.list({ params, query, signal }),
        client.me.access({ signal }),
      ]);
      // A viewer without access to the application has no list of permissions to read.
      const summary = own.items.find((it) => it.application.id === application);
      if (!summary || summary.admin) return examplePermission(catalogue.items, summary ? 'all' : new Set());
      const { permissions } = await client.me.accessIn({ params, query, signal });
      return examplePermission(catalogue.items, new Set(permissions.items.map(({ name }) => name)));
    },
  });

/**
 * Returns the permission in the fewest roles, among those that the viewer lacks. If the viewer lacks none, chooses
 * among all. Returns null if the catalogue is empty.
 */
export function examplePermission(
  catalogue: readonly Pick<Permission, 'name' | 'roles'>[],
  held: ReadonlySet<string> | 'all',
): ExamplePermission | null {
  const refused = held === 'all' ? [] : catalogue.filter(({ name }) => !held.has(name));
  const permitted = refused.length === 0;
  const [first] = (permitted ? catalogue : refused).toSorted((one, other) => one.roles - other.roles);
  return first ? { name: first.name, permitted } : null;
}
