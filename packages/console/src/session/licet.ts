import { createLicet } from '@licet/client';
import { consoleClientId, licetApplication } from '@licet/contract';

// Tests import this too; they have no address and sign nobody in.
const origin = globalThis.location?.origin ?? 'http://localhost';

/** The sign-in of the console, which is a client of Licet like any other, at Licet's own address. */
export const licet = createLicet({
  issuer: origin,
  clientId: consoleClientId,
  audience: licetApplication,
  redirectUri: `${origin}/callback`,
  postLogoutRedirectUri: `${origin}/`,
});
