export interface Endpoints {
  /** The issuer identifier, without a final slash. */
  readonly issuer: string;
  readonly token: string;
  readonly device: string;
  readonly revocation: string;
}

/**
 * Reads the endpoints of a server.
 * @throws Error if a secret may not be sent to the URL, or if it is not a Licet server
 */
export async function endpointsOf(server: string): Promise<Endpoints> {
  const issuer = server.replace(/\/$/, '');
  requireSafe(issuer);
  const { body } = await ask(`${issuer}/.well-known/openid-configuration`);
  // The response must be for the requested issuer (RFC 8414 section 3.3).
  if (body.issuer !== issuer)
    throw new Error(
      `${issuer} is not the public address of a Licet server. Use exactly the address that is set as the server’s LICET_ISSUER.`,
    );
  const [token, device, revocation] = [
    body.token_endpoint,
    body.device_authorization_endpoint,
    body.revocation_endpoint,
  ].map((address) => {
    requireSafe(String(address));
    return String(address);
  });
  return { issuer, token: token ?? '', device: device ?? '', revocation: revocation ?? '' };
}

/**
 * Sends a form or a request, and reads the answer.
 * @throws Error if nothing answers
 */
export async function ask(
  address: string,
  form?: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly ok: boolean; readonly body: Readonly<Record<string, unknown>> }> {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(address, { ...init, headers, redirect: 'manual', signal }).catch((error: unknown) => {
    const code =
      error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : '';
    throw new Error(
      /CERT|SIGNATURE/.test(String(code))
        ? `The certificate of ${address} is not trusted here (${code}). If your own authority issued it, set NODE_EXTRA_CA_CERTS to that authority’s certificate.`
        : `${address} does not answer. Check the address and your network connection.`,
    );
  });
  // Redirects are not followed, because the old domain may have a new owner.
  const to = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
  if (to !== null)
    throw new Error(
      `${address} redirects to ${URL.parse(to, address)?.origin ?? 'elsewhere'}. If that is the new address of Licet, set --server or LICET_SERVER to it.`,
    );
  const body: unknown = await response.json().catch(() => undefined);
  return { ok: response.ok, body: typeof body === 'object' && body !== null ? { ...body } : {} };
}

function requireSafe(address: string): void {
  const url = URL.parse(address);
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !local)
    throw new Error(`Secrets are sent only to https addresses or to this machine, and ${address} is neither.`);
}

/** Milliseconds. */
const patience = 10_000;
