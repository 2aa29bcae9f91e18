import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@licet/contract/client';

/** An application on another site. Its pages show only the requested path. */
export interface SmallApplication {
  readonly origin: string;
  readonly callback: string;
  readonly bye: string;
  readonly clientId: string;
  /** Returns the URL at which the application starts a sign-in with the given `state`. */
  readonly signIn: (issuer: string, state: string, more?: Record<string, string>) => string;
  readonly stop: () => void;
}

/** Starts an application and registers it. `answer` may handle a request, and returns whether it did. */
export async function serveSmallApplication(
  operator: Client,
  name: string,
  answer: (...asked: Parameters<RequestListener>) => boolean = () => false,
): Promise<SmallApplication> {
  const server: Server = createServer((request, response) => {
    if (answer(request, response)) return;
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${name}</title><p>${request.url}</p>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const [callback, bye] = [`${origin}/callback`, `${origin}/bye`];
  const id = name.toLowerCase();
  await operator.applications.create({ body: { id, name } });
  const { client } = await operator.clients.create({
    params: { application: id },
    body: { name, kind: 'browser', redirectUris: [callback], postLogoutRedirectUris: [bye] },
  });
  const signIn = (issuer: string, state: string, more: Record<string, string> = {}) => {
    const asked = { client_id: client.id, redirect_uri: callback, response_type: 'code', scope: 'openid', state };
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    return `${issuer}/oidc/auth?${new URLSearchParams({ ...asked, ...challenge, ...more })}`;
  };
  return { origin, callback, bye, clientId: client.id, signIn, stop: () => void server.close() };
}
