import { registerHooks } from 'node:module';

/**
 * A foreign native program. AppAuth-JS opens the system's browser, receives the response on the loopback address and redeems the code.
 * Usage: `node program.ts ISSUER CLIENT PORT`. The program prints the response as one line of JSON.
 */

// The modules of AppAuth-JS import each other without file extensions, as bundlers accept.
registerHooks({
  resolve: (specifier, context, next) => {
    try {
      return next(specifier, context);
    } catch (error) {
      if (!/^\.{1,2}\//.test(specifier)) throw error;
      return next(specifier.endsWith('node_support') ? `${specifier}/index.js` : `${specifier}.js`, context);
    }
  },
});

const [, , issuer = '', clientId = '', port = ''] = process.argv;
const redirectUri = `http://127.0.0.1:${port}/callback`;
const {
  AuthorizationNotifier,
  AuthorizationRequest,
  AuthorizationServiceConfiguration,
  BaseTokenRequestHandler,
  TokenRequest,
} = await import('@openid/appauth');
const { NodeBasedHandler, NodeRequestor } = await import('@openid/appauth/built/src/node_support/index.js');
const { NodeCrypto } = await import('@openid/appauth/built/src/node_support/crypto_utils.js');

const requestor = new NodeRequestor();
const configuration = await AuthorizationServiceConfiguration.fetchFromIssuer(issuer, requestor);
const tokens = new BaseTokenRequestHandler(requestor);
const handler = new NodeBasedHandler(Number(port));
const answered = new Promise<Record<string, string>>((resolve, reject) => {
  const notifier = new AuthorizationNotifier();
  notifier.setAuthorizationListener((request, response, error) => {
    if (!response) return reject(new Error(error?.errorDescription ?? error?.error ?? 'no answer'));
    const codeVerifier = request.internal?.code_verifier ?? '';
    resolve({ code: response.code, code_verifier: codeVerifier });
  });
  handler.setAuthorizationNotifier(notifier);
});
handler.performAuthorizationRequest(
  configuration,
  new AuthorizationRequest(
    {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'openid profile offline_access',
      response_type: AuthorizationRequest.RESPONSE_TYPE_CODE,
      extras: { prompt: 'consent', access_type: 'offline' },
    },
    new NodeCrypto(),
  ),
);
const { code = '', ...extras } = await answered;
const common = { client_id: clientId, redirect_uri: redirectUri };
const first = await tokens.performTokenRequest(
  configuration,
  new TokenRequest({ ...common, grant_type: 'authorization_code', code, extras }),
);
const renewed = await tokens.performTokenRequest(
  configuration,
  new TokenRequest({ ...common, grant_type: 'refresh_token', refresh_token: first.refreshToken ?? '' }),
);
process.stdout.write(`${JSON.stringify({ first: first.toJson(), renewed: renewed.toJson() })}\n`);
