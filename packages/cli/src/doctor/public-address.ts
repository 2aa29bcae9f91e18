import { createHash, randomBytes } from 'node:crypto';
import { consoleClientId } from '@licet/contract';
import { clock, type Finding, unless, unseen, well } from './finding.ts';

// Checks through the public address, including proxies in front of the server.

/**
 * Checks that the public address leads to a server with this issuer, that its clock is right, and that cookies and the
 * live stream work. With `full`, cookies are not checked, because the server has no free connection for a sign-in.
 */
export async function publicAddress(issuer: string, full = false): Promise<Finding[]> {
  const before = Date.now();
  let answer: Response;
  let named: string;
  try {
    answer = await fetch(`${issuer}/.well-known/openid-configuration`, patience());
    if (!answer.ok) return [address(`${issuer} answers ${answer.status}, not as Licet does`), ...unreached];
    const found: unknown = await answer.json();
    named = typeof found === 'object' && found !== null && 'issuer' in found ? String(found.issuer) : 'none';
  } catch (error) {
    return [address(`${issuer} does not answer from this machine${reasonOf(error)}`), ...unreached];
  }
  if (named !== issuer) return [address(`${issuer} answers with the issuer ${named}`), ...unreached];
  const date = Date.parse(answer.headers.get('date') ?? '');
  // The Date header was written between the request and the response. Half a second is subtracted, because the
  // header contains only whole seconds.
  const ahead = (before + Date.now()) / 2000 - date / 1000 - 0.5;
  return [
    well('Address', `${issuer} answers`),
    ...(Number.isNaN(date) ? [] : [clock(ahead, 'the clock at the public address', 'Clock there')]),
    await live(issuer),
    full ? unseen('Cookies', 'the server has no free database connection for a sign-in', amiss) : await cookies(issuer),
  ];
}

const address = (says: string): Finding =>
  unless(true, 'Address', says, {
    why: 'Applications refuse tokens of another issuer, and users cannot reach the sign-in page.',
    next: 'Check LICET_ISSUER, the DNS entry as seen from this machine, and where the proxy sends its requests. If your own authority issued the certificate, set NODE_EXTRA_CA_CERTS for this command.',
  });

/** Begins a sign-in as a browser does, and abandons it. The server deletes it after its expiry. */
async function cookies(issuer: string): Promise<Finding> {
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  const query = new URLSearchParams({
    client_id: consoleClientId,
    response_type: 'code',
    scope: 'openid',
    state: 'doctor',
    redirect_uri: `${issuer}/callback`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  try {
    const headers = { 'sec-fetch-dest': 'document', accept: 'text/html' };
    const answer = await fetch(`${issuer}/oidc/auth?${query}`, { ...patience(), headers, redirect: 'manual' });
    const location = answer.headers.get('location');
    if (location === null) return unseen('Cookies', `a sign-in could not be started (${answer.status})`, amiss);
    const set = answer.headers.getSetCookie();
    const to = new URL(location, issuer).origin;
    const secure = issuer.startsWith('https:');
    const bare = set.filter((it) => !/;\s*httponly/i.test(it) || (secure && !/;\s*secure/i.test(it)));
    if (to !== issuer) return unless(true, 'Cookies', `a sign-in is redirected to ${to}`, amiss);
    if (set.length === 0) return unless(true, 'Cookies', 'none were set at the start of a sign-in', amiss);
    if (bare.length > 0) return unless(true, 'Cookies', 'are set without Secure or HttpOnly', amiss);
    return well('Cookies', secure ? 'are set, with Secure and HttpOnly' : 'are set, for this machine only');
  } catch {
    return unseen('Cookies', 'a sign-in could not be started', amiss);
  }
}

/**
 * Opens the live stream as a browser tab does, but without a token. Licet responds with 401. Any other response comes
 * from a proxy.
 */
async function live(issuer: string): Promise<Finding> {
  try {
    const address = `${issuer}/api/v1/live`;
    const origin = new URL(issuer).origin;
    const answer = await fetch(address, { ...patience(), headers: { origin }, redirect: 'manual' });
    await answer.body?.cancel();
    if (answer.status === 401) return well('Live', 'the stream of live changes can be reached');
    // Problem details (RFC 9457) come from Licet itself, for example while it is not ready.
    if (answer.headers.get('content-type')?.startsWith('application/problem+json'))
      return unseen('Live', `Licet itself currently answers ${answer.status}`, deafNow);
    const location = answer.headers.get('location');
    const says = location ? `a proxy redirects it to ${location}` : `a proxy answers ${answer.status} instead`;
    return unless(true, 'Live', `${address}: ${says}`, deaf);
  } catch {
    return unseen('Live', 'the stream of live changes did not answer', deaf);
  }
}

const deafNow = {
  why: 'Open tabs and API servers receive no changes until it answers.',
  next: 'Fix the problems above, then run this again.',
};

const deaf = {
  why: 'Open tabs and API servers receive no changes. They use the earlier access until their token is renewed.',
  next: 'Let the proxy pass on everything below /api/v1/live unbuffered, without adding a slash at the end; deploy/proxy has recipes.',
};

const amiss = {
  why: 'Browsers lose a sign-in on the way, or send its cookies where others can read them.',
  next: 'Let the proxy pass on Host, Location and Set-Cookie unchanged; deploy/proxy has recipes.',
};
/** The checks that need a correct answer of the public address. */
const unreached = [
  unseen('Live', 'the public address did not answer correctly', deaf),
  unseen('Cookies', 'the public address did not answer correctly', amiss),
];

const patience = () => ({ signal: AbortSignal.timeout(5000) });

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return cause && 'code' in cause ? ` (${String(cause.code)})` : '';
}
