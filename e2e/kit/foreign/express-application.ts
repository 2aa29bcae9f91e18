import { once } from 'node:events';
import type { Server } from 'node:http';
import { can, decode } from '@licet/rule';
import express, { type Express } from 'express';
import connect from 'express-openid-connect';

/** An Express application that already reserves its port, so that its URL can be registered before it starts. */
export interface Reserved {
  readonly url: string;
  /** Signs users in with Licet from now on. */
  open(settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }): void;
  stop(): void;
}

/** Reserves a port for an application that uses express-openid-connect as its README shows. */
export async function reserveExpress(): Promise<Reserved> {
  const app = express();
  const server = app.listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${portOf(server)}`;
  return {
    url,
    open: ({ issuer, clientId, clientSecret }) => {
      app.use(
        connect.auth({
          issuerBaseURL: issuer,
          baseURL: url,
          clientID: clientId,
          clientSecret,
          secret: 'a long secret that signs the cookies of this application',
          idTokenSigningAlg: 'ES256',
          authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access' },
          authRequired: false,
          idpLogout: true,
          enableTelemetry: false,
        }),
      );
      addRoutes(app);
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function addRoutes(app: Express): void {
  app.get('/me', connect.requiresAuth(), (request, response) => {
    response.json({ user: request.oidc.user, accessToken: request.oidc.accessToken?.access_token });
  });
  app.get('/invoices', connect.requiresAuth(), (request, response) => {
    // The token came directly from Licet's token endpoint, so the application need not verify its signature (OpenID Connect Core 3.1.3.7,
    // 6).
    const token = decode(request.oidc.accessToken?.access_token ?? '');
    const permission = String(request.query.to ?? 'invoices.read');
    const permitted = can(token, permission, Date.now() / 1000);
    response.status(permitted ? 200 : 403).json({ permitted, permission });
  });
  app.get('/renew', connect.requiresAuth(), async (request, response) => {
    const renewed = await request.oidc.accessToken?.refresh();
    response.json({ accessToken: renewed?.access_token });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The application has no port.');
  return address.port;
}
