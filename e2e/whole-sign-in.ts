// Signs in as an application does, by code with PKCE, and refreshes once. Runs as a separate process, because Node reads
// NODE_EXTRA_CA_CERTS only at its start.
// Usage: node e2e/whole-sign-in.ts URL LOGIN PASSWORD
import { consoleClientId } from '@licet/contract';
import * as openid from 'openid-client';
import { signIn } from '../examples/ledger/sample/sign-in.ts';

const [url = '', login = '', password = ''] = process.argv.slice(2);
const options = url.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {};
const config = await openid.discovery(new URL(url), consoleClientId, undefined, openid.None(), options);
const tokens = await signIn(config, {
  issuer: url,
  clientId: consoleClientId,
  redirectUri: `${url}/callback`,
  login,
  password,
});
const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
const { iss } = JSON.parse(Buffer.from(renewed.access_token.split('.')[1] ?? '', 'base64url').toString());
process.stdout.write(`signed in at ${iss}`);
