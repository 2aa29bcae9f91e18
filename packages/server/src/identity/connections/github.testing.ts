import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A small server that implements GitHub's documented API: “Authorizing OAuth apps”, `GET /user`, `GET /user/emails`.
 */
export interface TestGitHub {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  user: { id: number; login: string; name: string | null };
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[];
  /** Whether the person presses “Cancel”. */
  refuses: boolean;
  close(): Promise<void>;
}

export async function startGitHub(): Promise<TestGitHub> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const tokens = new Set<string>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    if (url.pathname === '/api/v3/meta') return json(200, {});
    if (url.pathname === '/login/oauth/authorize') {
      const asked = url.searchParams;
      const redirectUri = asked.get('redirect_uri') ?? '';
      const code = randomBytes(10).toString('hex');
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri });
      const answer = new URLSearchParams({
        ...(test.refuses ? { error: 'access_denied', error_description: 'The user has denied' } : { code }),
        state: asked.get('state') ?? '',
      });
      return response.writeHead(302, { location: `${redirectUri}?${answer}` }).end();
    }
    if (url.pathname === '/login/oauth/access_token') {
      let body = '';
      for await (const chunk of request) body += chunk;
      const sent = new URLSearchParams(body);
      // GitHub sends its errors with status 200.
      if (sent.get('client_secret') !== test.client.secret) return json(200, { error: 'incorrect_client_credentials' });
      const kept = codes.get(sent.get('code') ?? '');
      codes.delete(sent.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url');
      if (!kept || kept.challenge !== challenge || kept.redirectUri !== sent.get('redirect_uri'))
        return json(200, { error: 'bad_verification_code' });
      const token = `gho_${randomBytes(10).toString('hex')}`;
      tokens.add(token);
      return json(200, { access_token: token, scope: 'read:user,user:email', token_type: 'bearer' });
    }
    if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return json(401, { message: 'Bad credentials' });
    if (url.pathname === '/api/v3/user') return json(200, test.user);
    if (url.pathname === '/api/v3/user/emails') return json(200, test.emails);
    return json(404, { message: 'Not Found' });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestGitHub = {
    issuer,
    client: { id: 'Iv1.0123456789abcdef', secret: 'a secret of GitHub' },
    user: { id: 583231, login: 'octocat', name: 'The Octocat' },
    emails: [{ email: 'octocat@example.com', primary: true, verified: true, visibility: 'public' }],
    refuses: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return test;
}
