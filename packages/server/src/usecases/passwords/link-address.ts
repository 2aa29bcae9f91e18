/** The URL of a one-time link. The token is in the fragment, which no browser sends and no server logs. */
export const linkAddress = (issuer: string, token: string): string => `${issuer}/set-password#token=${token}`;
