/** Where a one-time link leads. The token stands in the fragment, which no browser sends and no server logs. */
export const linkAddress = (issuer: string, token: string): string => `${issuer}/set-password#token=${token}`;
