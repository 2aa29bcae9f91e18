/** Ledger's settings. Only this file reads them from the environment. */
export interface LedgerConfig {
  readonly port: number;
  /** Ledger's public URL. DPoP proofs must contain this URL. */
  readonly publicUrl: string;
  readonly databaseUrl: string;
  /** The URL of the Licet that signs users in. */
  readonly issuer: string;
  /** The id of the browser's client. */
  readonly webClient: string;
  /** This server's own client with its secret. The server receives notifications of revoked access with this client. */
  readonly service: { readonly id: string; readonly secret: string };
  /** Large refunds are allowed for this many seconds after a sign-in. */
  readonly freshSignIn: number;
}

/** @throws Error that names every missing variable */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): LedgerConfig {
  const missing: string[] = [];
  const value = (name: string) => {
    const found = environment[name] ?? '';
    if (found === '') missing.push(name);
    return found;
  };
  const port = Number(environment.LEDGER_PORT ?? 4090);
  const config = {
    port,
    publicUrl: environment.LEDGER_PUBLIC_URL ?? `http://localhost:${port}`,
    databaseUrl: value('LEDGER_DATABASE_URL'),
    issuer: value('LICET_ISSUER'),
    webClient: value('LEDGER_WEB_CLIENT'),
    service: { id: value('LEDGER_SERVICE_CLIENT'), secret: value('LEDGER_SERVICE_SECRET') },
    freshSignIn: Number(environment.LEDGER_FRESH_SIGN_IN ?? 300),
  };
  if (missing.length > 0)
    throw new Error(`Ledger needs ${missing.join(', ')} in its environment. “npm start -- --sample” sets them all.`);
  return config;
}
