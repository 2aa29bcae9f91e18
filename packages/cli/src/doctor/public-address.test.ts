import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { publicAddress } from './public-address.ts';

/** The responses of a simulated proxy in front of Licet. */
interface Behind {
  /** The status of a proxy that answers itself. */
  readonly status?: number;
  readonly issuer?: string;
  readonly date?: string;
  readonly location?: string;
  readonly cookies?: readonly string[];
  readonly live?: readonly [status: number, headers?: Readonly<Record<string, string>>];
}

async function amissAt({ status, issuer, date, location, cookies = ['a=b; HttpOnly'], live = [401] }: Behind) {
  let here = '';
  const answer: RequestListener = ({ url }, response) => {
    if (status) return void response.writeHead(status).end('Bad Gateway');
    if (date) response.setHeader('date', date);
    if (url?.startsWith('/.well-known/')) return void response.end(JSON.stringify({ issuer: issuer ?? here }));
    if (url === '/api/v1/live') return void response.writeHead(...live).end();
    response.writeHead(303, { location: location ?? '/sign-in/1', 'set-cookie': [...cookies] }).end();
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = await publicAddress(here);
  await new Promise((resolve) => server.close(resolve));
  return found.filter(({ well }) => well !== true).map(({ what, well, says }) => ({ what, well, says }));
}

test('finds no fault at a public address that answers correctly', async () => expect(await amissAt({})).toEqual([]));

test('reports another issuer at the address', async () => {
  const [found] = await amissAt({ issuer: 'https://elsewhere.example' });
  expect(found).toMatchObject({
    what: 'Address',
    well: false,
    says: expect.stringMatching(/answers with the issuer https:\/\/elsewhere\.example$/),
  });
});

test('reports an address that does not answer', async () => {
  const [found, ...others] = await publicAddress('http://127.0.0.1:9');
  expect(found).toMatchObject({
    what: 'Address',
    well: false,
    says: expect.stringMatching(/does not answer from this machine/),
  });
  expect(others).toMatchObject([
    { what: 'Live', well: null },
    { what: 'Cookies', well: null },
  ]);
});

test('reports the status of a proxy that answers in place of the server', async () => {
  expect(await amissAt({ status: 502 })).toMatchObject([
    { what: 'Address', well: false, says: expect.stringMatching(/ answers 502, /) },
    { what: 'Live', well: null },
    { what: 'Cookies', well: null },
  ]);
});

test('reports that the clock of the server at the public address is an hour off', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  expect(await amissAt({ date })).toMatchObject([
    { what: 'Clock there', says: expect.stringMatching(/^36\d\d s ahead of/) },
  ]);
});

test.each<[Behind['live'], RegExp]>([
  [[301, { location: '/api/v1/live/' }], /a proxy redirects it to \/api\/v1\/live\/$/],
  [[404], /a proxy answers 404 instead$/],
])('reports a proxy that blocks the live stream: %o', async (live, says) => {
  expect(await amissAt({ ...(live && { live }) })).toMatchObject([
    { what: 'Live', well: false, says: expect.stringMatching(says) },
  ]);
});

test('does not blame a proxy for a 503 of Licet itself', async () => {
  const live = [503, { 'content-type': 'application/problem+json' }] as const;
  expect(await amissAt({ live })).toEqual([{ what: 'Live', well: null, says: 'Licet itself currently answers 503' }]);
});

test.each<[Behind, RegExp]>([
  [{ cookies: [] }, /^none were set/],
  [{ cookies: ['a=b'] }, /without Secure or HttpOnly$/],
  [{ location: 'http://backend:4080/sign-in/1' }, /redirected to http:\/\/backend:4080$/],
])('reports a proxy that drops cookies or breaks redirects: %o', async (behind, says) => {
  expect(await amissAt(behind)).toMatchObject([{ what: 'Cookies', well: false, says: expect.stringMatching(says) }]);
});
