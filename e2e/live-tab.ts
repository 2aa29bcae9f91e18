// Signs in to an application, listens to live changes like one of its tabs, and prints them. Runs as a separate process, because Node reads
// NODE_EXTRA_CA_CERTS only at its start.
// Usage: node e2e/live-tab.ts URL CLIENT REDIRECT LOGIN PASSWORD
import * as openid from 'openid-client';
import { signIn } from '../examples/ledger/sample/sign-in.ts';

const [url = '', clientId = '', redirectUri = '', login = '', password = ''] = process.argv.slice(2);
const config = await openid.discovery(new URL(url), clientId, undefined, openid.None());
const tokens = await signIn(config, { issuer: url, clientId, redirectUri, login, password });
const { origin } = new URL(redirectUri);
const live = `${url}/api/v1/live`;
if (origin !== url) {
  const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  // A browser follows no redirect of a preflight.
  const { status, headers } = await fetch(live, {
    method: 'OPTIONS',
    redirect: 'manual',
    headers: { origin, ...asked },
  });
  process.stdout.write(`preflight: ${status} ${headers.get('access-control-allow-origin')}\n`);
}
// The stream must not be redirected either, because the header with the token would go to a different address.
const answer = await fetch(live, {
  redirect: 'manual',
  headers: { authorization: `Bearer ${tokens.access_token}`, ...(origin !== url && { origin }) },
});
process.stdout.write(`stream: ${answer.status}\n`);
for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) process.stdout.write(part);
