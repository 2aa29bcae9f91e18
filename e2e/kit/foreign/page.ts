import { IndexedDbDPoPStore, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';

/** The content of the page, as JSON in `<pre>`. */
export interface Shown {
  readonly name: string | undefined;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly type: string;
}

const { issuer, clientId, dpop } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile',
  userStore: new WebStorageStateStore({ store: sessionStorage }),
  automaticSilentRenew: false,
  ...(dpop ? { dpop: { bind_authorization_code: true, store: new IndexedDbDPoPStore() } } : {}),
});

on('Sign in', () => manager.signinRedirect());
on('Renew', async () => show(await manager.signinSilent()));
on('Sign out', () => manager.signoutRedirect());
if (location.pathname === '/callback') show(await manager.signinRedirectCallback());
else show(await manager.getUser());

function show(user: User | null): void {
  const shown: Shown | null = user && {
    name: user.profile.name,
    accessToken: user.access_token,
    refreshToken: user.refresh_token,
    type: user.token_type,
  };
  const output = document.querySelector('pre');
  if (output) output.textContent = JSON.stringify(shown);
}

function on(name: string, act: () => Promise<void>): void {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', () => void act());
  document.body.append(button);
}
