import { createLicet } from '@licet/client';
import { consoleClientId, licetApplication } from '@licet/contract';

// Tests import this module too, but without `location` and without a signed-in user.
const origin = globalThis.location?.origin ?? 'http://localhost';

/** The console's sign-in. The console is a client of Licet like any other; the issuer is its own origin. */
export const licet = createLicet({
  issuer: origin,
  clientId: consoleClientId,
  audience: licetApplication,
  redirectUri: `${origin}/callback`,
  postLogoutRedirectUri: `${origin}/`,
});
