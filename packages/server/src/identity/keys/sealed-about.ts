// What each secret is sealed about. The same text opens it again, so that a secret copied into another row opens nothing there.

/** The secret of an authenticator app. */
export const totpAbout = (userId: string): string => `totp ${userId}`;

/** The secret or private key that a connection is used with, or the password that reads a directory. */
export const aboutConnection = (id: string): string => `connection ${id}`;

/** The ID token of an account at an external provider. */
export const aboutIdToken = (
  connectionId: string,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): string => `id token ${connectionId} ${issuer} ${subject}`;

/** The id of a device code. */
export const aboutDevice = 'device code';

/** The key that hashes usernames of erased users. */
export const aboutErasedNames = 'names of erased people';
