/** What a snippet is written for. */
export interface SnippetFacts {
  /** The issuer: the public address of Licet, without a slash at the end. */
  issuer: string;
  /** The application's identifier: the audience of its tokens. */
  audience: string;
  clientId: string;
  redirectUri: string;
  /** A permission of the catalogue, to ask for in the example. */
  permission: string;
}

/** Code ready to paste, with the packages that it needs. */
export interface Snippet {
  file: string;
  install: string | undefined;
  code: string;
}

/** Signs people in from a React application (authorisation code with PKCE) and applies the rule to the token. */
export function reactSnippets(facts: SnippetFacts): readonly Snippet[] {
  return [
    { file: 'src/auth.ts', install: 'npm install oauth4webapi @licet/rule', code: browserAuth(facts) },
    { file: 'src/refund-button.tsx', install: undefined, code: refundButton(facts) },
  ];
}

/** Verifies the token in an API and applies the rule to it. */
export function expressSnippet(facts: SnippetFacts): Snippet {
  return {
    file: 'permit.js',
    install: 'npm install express jose @licet/rule',
    code: `import express from 'express';
${verifier(facts)}
/** Lets a request pass when its token permits it. */
const permit = (permission) => async (request, response, next) => {
  const { status, claims } = await check(request.headers.authorization, permission);
  if (status !== 200) return response.sendStatus(status);
  request.claims = claims;
  next();
};

const app = express();
app.post('/example', permit(${quoted(facts.permission)}), (request, response) => {
  response.json({ done: true, by: request.claims.sub });
});
app.listen(3001);
`,
  };
}

/** The same for Fastify. */
export function fastifySnippet(facts: SnippetFacts): Snippet {
  return {
    file: 'permit.js',
    install: 'npm install fastify jose @licet/rule',
    code: `import Fastify from 'fastify';
${verifier(facts)}
const app = Fastify();
app.decorateRequest('claims', null);

/** Lets a request pass when its token permits it. */
const permit = (permission) => async (request, reply) => {
  const { status, claims } = await check(request.headers.authorization, permission);
  if (status !== 200) return reply.code(status).send();
  request.claims = claims;
};

app.post('/example', { preHandler: permit(${quoted(facts.permission)}) }, async (request) => {
  return { done: true, by: request.claims.sub };
});
await app.listen({ port: 3001 });
`,
  };
}

/** Gets a token for a service (client credentials) and uses it. */
export function curlSnippet({ issuer, clientId }: SnippetFacts): Snippet {
  return {
    file: 'shell',
    install: undefined,
    code: `CLIENT_ID=${clientId}
CLIENT_SECRET=…   # shown once, when the client was registered

TOKEN=$(curl -sS -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  ${issuer}/oidc/token | jq -r .access_token)

curl -sS -X POST -H "Authorization: Bearer $TOKEN" http://localhost:3001/example
`,
  };
}

function browserAuth({ issuer, clientId, redirectUri }: SnippetFacts): string {
  const plain = new URL(issuer).protocol === 'http:';
  const options = plain ? ', { [oauth.allowInsecureRequests]: true }' : '';
  return `import { type Token, decode } from '@licet/rule';
import * as oauth from 'oauth4webapi';

const issuer = new URL(${quoted(issuer)});
const client: oauth.Client = { client_id: ${quoted(clientId)} };
const redirectUri = ${quoted(redirectUri)};

const server = await oauth
  .discoveryRequest(issuer${options})
  .then((response) => oauth.processDiscoveryResponse(issuer, response));

/** Sends the browser to Licet, to sign in. */
export async function signIn(): Promise<void> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  sessionStorage.setItem('sign-in', JSON.stringify({ verifier, state }));
  const address = new URL(server.authorization_endpoint as string);
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString();
  location.assign(address);
}

/** On the page ${redirectUri}: exchanges the code for a token. Keep the token in memory only. */
export async function finishSignIn(): Promise<{ accessToken: string; token: Token }> {
  const { verifier, state } = JSON.parse(sessionStorage.getItem('sign-in') ?? '{}');
  sessionStorage.removeItem('sign-in');
  const parameters = oauth.validateAuthResponse(server, client, new URL(location.href), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server, client, oauth.None(), parameters, redirectUri, verifier${options},
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, response);
  return { accessToken: result.access_token, token: decode(result.access_token) };
}
`;
}

function refundButton({ permission }: SnippetFacts): string {
  return `import { can, type Token } from '@licet/rule';

/** The screen asks the rule; the API asks it again. */
export function ExampleButton({ token }: { token: Token }) {
  if (!can(token, ${quoted(permission)}, Date.now() / 1000)) return null;
  return <button type="button">Do it</button>;
}
`;
}

function verifier({ issuer, audience }: SnippetFacts): string {
  return `import { createRemoteJWKSet, jwtVerify } from 'jose';
import { can, readClaims } from '@licet/rule';

const issuer = ${quoted(issuer)};
const discovery = await fetch(\`\${issuer}/.well-known/openid-configuration\`);
const { jwks_uri } = await discovery.json();
const keys = createRemoteJWKSet(new URL(jwks_uri));

/** 401: no valid token; 403: the token does not permit it. */
async function check(authorization, permission) {
  const [, jwt] = /^Bearer ([^ ]+)$/i.exec(authorization ?? '') ?? [];
  if (!jwt) return { status: 401 };
  try {
    const { payload } = await jwtVerify(jwt, keys, {
      issuer,
      audience: ${quoted(audience)},
      typ: 'at+jwt',
      algorithms: ['ES256'],
    });
    if (payload.cnf) return { status: 401 }; // bound to a key: only good with a DPoP proof (RFC 9449)
    const claims = readClaims(payload);
    return { status: can(claims, permission, Date.now() / 1000) ? 200 : 403, claims };
  } catch {
    return { status: 401 };
  }
}
`;
}

/** A text as a JavaScript literal in single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
