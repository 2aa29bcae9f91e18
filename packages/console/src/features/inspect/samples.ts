/** The tokens one can try. */
export type SampleKind = 'valid' | 'expired' | 'admin' | 'reference';

const LIFE_S = 300;
const AGO_S = 3600;

/** A token made on the spot, in the browser. Nothing signed it: a server would refuse it, which is the point. */
export function sampleToken(kind: SampleKind, now: number): string {
  const exp = kind === 'expired' ? now - AGO_S : now + LIFE_S;
  const claims = {
    iss: 'https://id.example',
    aud: 'ledger',
    sub: 'sample-user',
    client_id: 'ledger-web',
    roles: kind === 'admin' ? ['admin'] : ['clerk', 'reader'],
    permissions: kind === 'admin' || kind === 'reference' ? [] : permissions,
    ...(kind === 'reference' && { permissions_ref: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' }),
    iat: exp - LIFE_S,
    exp,
    ver: 48_210,
  };
  return [{ alg: 'ES256', typ: 'at+jwt', kid: 'sample' }, claims].map(encoded).concat('not-a-signature').join('.');
}

const permissions = [
  'customers.read',
  'customers.write',
  'invoices.read',
  'invoices.send',
  'invoices.write',
  'payments.match',
  'payments.read',
  'reports.read',
];

function encoded(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
