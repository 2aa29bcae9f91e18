import { Browser } from '../packages/server/src/identity/steps/sign-in.testing.ts';
import { begin, type UnderWay } from '../packages/server/src/identity/steps/steps.testing.ts';
import type { Keycloak } from '../scripts/keycloak.ts';
import { removeDataDirectory, startLicet, withAdministrator } from './licet.ts';

type Cookies = Map<string, string>;

interface ComeBy {
  readonly cookies: Cookies;
  readonly browser: Browser;
  readonly tokens: Awaited<ReturnType<UnderWay['finish']>>;
  readonly claims: { readonly sub: string };
  /** The session id at Keycloak. */
  readonly sid: string;
}

const realm = 'sso';
const password = 'a password over there';
const bye = 'http://127.0.0.1:9/bye';

/** Creates a Licet whose users sign in through a Keycloak realm. */
export async function keycloakWorld({ address, ask }: Keycloak) {
  const licet = await startLicet({ environment: { ...withAdministrator, LICET_ALLOW_OUTGOING: '127.0.0.0/8' } });
  const { operator, url } = licet;
  const close = async () => {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  };
  const app = await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const { client, secret } = await operator.clients.create({
    params: { application: app.id },
    body: {
      name: 'Server',
      kind: 'server',
      redirectUris: ['http://127.0.0.1:9/callback'],
      postLogoutRedirectUris: [bye],
    },
  });
  const staff = await operator.groups.create({ body: { name: 'Staff' } });
  const connection = await operator.connections.create({
    body: {
      name: 'Keycloak',
      kind: 'openid',
      issuer: `${address}/realms/${realm}`,
      clientId: 'licet',
      secret: 'the secret of Licet',
      createsUsers: true,
      allowedDomains: ['example.org'],
      groupsClaim: 'groups',
      groupMappings: [{ value: '/Staff', group: staff.id }],
      signsOutThere: true,
    },
  });
  if (connection.kind !== 'openid') throw new Error('That is another kind of connection.');
  await makeSsoRealm(ask, connection);
  const userThere = async (username: string) => {
    const [user] = (await ask('GET', `/${realm}/users?username=${username}&exact=true`)) as { id: string }[];
    return user?.id ?? '';
  };
  const sessionsThere = async (username: string) =>
    (await ask('GET', `/${realm}/users/${await userThere(username)}/sessions`)) as { id: string }[];

  return {
    close,
    sessionsThere,
    comeBy: async (username: string): Promise<ComeBy> => {
      const cookies: Cookies = new Map();
      const before = (await sessionsThere(username)).map(({ id }) => id);
      const page = await begin({ issuer: url }, { id: client.id, secret: secret ?? null }, new Browser(url));
      const { body } = await page.post(`/connections/${connection.id}`, { login: '' });
      const back = new URL(await visit(String(body.location), cookies, { username, password }));
      const first = await page.browser.go(back.pathname + back.search);
      const next = await page.browser.go(first.headers.get('location') ?? '');
      const location = next.headers.get('location') ?? '';
      const tokens = await page.finish({ status: 200, body: { location } });
      const sid = (await sessionsThere(username)).find(({ id }) => !before.includes(id))?.id ?? '';
      return { cookies, browser: page.browser, tokens, claims: claimsIn(tokens.id_token), sid };
    },
    lives: async ({ tokens }: ComeBy) =>
      (await fetch(`${url}/oidc/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } })).ok,
    signOut: async ({ browser, tokens, cookies }: ComeBy) => {
      const asked = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: bye, state: 's1' };
      const here = await browser.go(`/oidc/session/end?${new URLSearchParams(asked)}`);
      const back = await visit(here.headers.get('location') ?? '', cookies);
      return (await browser.go(back)).headers.get('location');
    },
    /** Ends the session as an administrator of Keycloak does. */
    end: async ({ sid }: ComeBy) => ask('DELETE', `/${realm}/sessions/${sid}`),
    nameOf: async (userId: string) => (await operator.users.get({ params: { user: userId } })).name,
    groupsOf: async (userId: string) =>
      (await operator.users.groups({ params: { user: userId } })).items.map(({ group }) => group.name),
    eventsOf: async (userId: string) =>
      (await operator.audit.list({ query: { target: userId } })).items.map(
        ({ action, actor }) => `${action} by ${actor.name}`,
      ),
  };
}

async function makeSsoRealm(
  ask: Keycloak['ask'],
  to: { redirectUri: string; postLogoutRedirectUri: string; backchannelLogoutUri: string | null },
): Promise<void> {
  await ask('POST', '', { realm, enabled: true, sslRequired: 'none', groups: [{ name: 'Staff' }, { name: 'Other' }] });
  await ask('POST', `/${realm}/clients`, {
    clientId: 'licet',
    publicClient: false,
    secret: 'the secret of Licet',
    redirectUris: [to.redirectUri],
    attributes: {
      'post.logout.redirect.uris': to.postLogoutRedirectUri,
      'backchannel.logout.url': to.backchannelLogoutUri,
      'backchannel.logout.session.required': 'true',
    },
    protocolMappers: [
      {
        name: 'groups',
        protocol: 'openid-connect',
        protocolMapper: 'oidc-group-membership-mapper',
        config: { 'claim.name': 'groups', 'full.path': 'true', 'id.token.claim': 'true' },
      },
    ],
  });
  await ask('POST', `/${realm}/users`, {
    username: 'grace',
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.org',
    emailVerified: true,
    enabled: true,
    groups: ['/Staff', '/Other'],
    credentials: [{ type: 'password', value: password, temporary: false }],
  });
}

/** Visits Keycloak as a browser does, signs in if Keycloak shows its form, and returns the URL of the redirect. */
async function visit(
  start: string,
  cookies: Cookies,
  entered?: { username: string; password: string },
): Promise<string> {
  const { origin } = new URL(start);
  let next = start;
  let form: URLSearchParams | undefined;
  for (let hops = 0; hops < 12 && next.startsWith(origin); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init: RequestInit = { redirect: 'manual', headers: { cookie } };
    const response = await fetch(next, form ? { ...init, method: 'POST', body: form } : init);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    form = undefined;
    const to = response.headers.get('location');
    if (to !== null) {
      next = new URL(to, next).href;
      continue;
    }
    const page = await response.text();
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
    if (!entered || !action) throw new Error(`No way on from ${next}: ${response.status} ${page.slice(0, 2000)}`);
    form = new URLSearchParams(entered);
    next = action.replaceAll('&amp;', '&');
  }
  return next;
}

const claimsIn = (token = ''): { sub: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
