import { insertConnection, keepConnectionSecret, type ProviderFields } from '../../store/connections/connections.ts';
import { usualConnection, usualScopes } from '../../usecases/connections/read.ts';
import { aboutConnection } from '../keys/secrets.ts';
import { arrange, type ServerOptions, signInStore, startServer } from '../steps/sign-in.testing.ts';
import { addLicetClient, begin, caller, type UnderWay } from '../steps/steps.testing.ts';
import { type Cookies, follow, startProvider } from './external-provider.testing.ts';
import { startGitHub } from './github.testing.ts';

/** The rule by which test connections create users. */
export const rule = { createsUsers: true, allowedDomains: ['acme.example', 'example.com'] };

/** Two servers of one Licet, with connections to a test OpenID provider and a test GitHub, which run as servers too. */
export async function connectionsWorld(options: Pick<ServerOptions, 'outgoing'> = {}) {
  const store = await signInStore();
  const server = await startServer(store, { ...options, api: true });
  const another = await startServer(store, { ...options, issuer: server.issuer, api: true });
  const licet = await addLicetClient(store);
  const provider = await startProvider([`${server.issuer}/sign-in/return`]);
  const github = await startGitHub();

  const connect = async (overrides: Partial<ProviderFields>, secret: string): Promise<string> => {
    return arrange(store, async (handle) => {
      const kind = overrides.kind ?? 'openid';
      const fields = {
        ...usualConnection,
        name: '',
        issuer: '',
        clientId: '',
        scopes: usualScopes[kind],
        ...overrides,
        kind,
      };
      const id = await insertConnection(handle, fields);
      await keepConnectionSecret(
        handle.connection,
        id,
        server.identity.secrets.seal(secret, aboutConnection(id)),
        null,
      );
      return id;
    });
  };

  let count = 0;
  /** A person at the provider who has no user in Licet. */
  const stranger = (overrides: object = {}) => {
    const no = ++count;
    const email = `person${no}@acme.example`;
    return {
      sub: `sub-${no}`,
      name: `Person ${no}`,
      email,
      email_verified: true,
      preferred_username: `person${no}`,
      ...overrides,
    };
  };

  /** Starts at the sign-in page, signs in at the provider, and returns the provider's redirect to Licet. */
  const leave = async (page: UnderWay, id = acme, login = '', cookies?: Cookies): Promise<string> => {
    const { status, body } = await page.post(`/connections/${id}`, { login });
    if (status !== 200 || !body.location) throw new Error(`Not sent on: ${status} ${JSON.stringify(body)}`);
    const origin = new URL(body.location).origin;
    return follow(body.location, origin, cookies);
  };
  const comeBack = async (page: UnderWay, back: string, browser = page.browser): Promise<string> => {
    const { pathname, search } = new URL(back);
    const first = await browser.go(pathname + search);
    const next = first.headers.get('location') ?? '';
    if (!next.startsWith('/sign-in/')) return `${first.status} ${next}`;
    return (await browser.go(next)).headers.get('location') ?? '';
  };
  const refusalOf = async (page: UnderWay): Promise<string> => {
    const { refused } = await page.details();
    return typeof refused === 'object' && refused !== null && 'code' in refused ? String(refused.code) : 'none';
  };
  /** Signs in through the provider. Returns the tokens, or the error code that the page shows. */
  const signIn = async (id = acme, cookies?: Cookies) => {
    const page = await begin(server, licet);
    const to = await comeBack(page, await leave(page, id, '', cookies));
    if (to === page.page) return { page, refused: await refusalOf(page) };
    const tokens = await page.finish({ status: 200, body: { location: to } });
    return { page, tokens, claims: tokens.claims(), call: caller(server, tokens.access_token) };
  };
  const link = async (call: ReturnType<typeof caller>, id = acme) => {
    const { status, body } = await call('POST', '/me/identities', { connection: id });
    if (status !== 201) return { status, body };
    const back = new URL(await follow(String(body.location), new URL(String(body.location)).origin));
    return call('POST', '/me/identities/return', { answer: back.searchParams.toString() });
  };
  const signedIn = async (username: string) => {
    const page = await begin(server, licet);
    return caller(server, (await page.finish(await page.password(username))).access_token);
  };
  const events = async () =>
    (await store.database.pool.query<{ action: string }>('select action from change order by no')).rows.map(
      ({ action }) => action,
    );
  const acme = await connect(
    { name: 'Acme', issuer: provider.issuer, clientId: provider.client.id, ...rule },
    provider.client.secret,
  );
  const hub = await connect(
    { name: 'GitHub', kind: 'github', issuer: github.issuer, clientId: github.client.id, ...rule },
    github.client.secret,
  );
  const disable = (id: string) =>
    store.database.pool.query('update connections set enabled = false where id = $1', [id]);
  const close = async () => {
    await another.close();
    await server.close();
    await provider.close();
    await github.close();
    await store.close();
  };
  return {
    store,
    server,
    another,
    licet,
    provider,
    github,
    acme,
    hub,
    close,
    connect,
    disable,
    stranger,
    leave,
    comeBack,
    refusalOf,
    signIn,
    link,
    signedIn,
    events,
  };
}
export type ConnectionsWorld = Awaited<ReturnType<typeof connectionsWorld>>;
