import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isWithin, notPublic } from './addresses.ts';
import { OutgoingError } from './guard.ts';
import { createOutgoing, type Outgoing } from './outgoing.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A real server on this machine, which records requests. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/`, requests };
}

/** Name resolution with the given answers, one for each lookup. */
function names(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve = ((name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as typeof lookup;
  return { resolve, asked };
}

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutgoingError ? error.reason : error),
  );

describe('attack 38: SSRF through upstream discovery, webhooks, logos', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '203.0.113.7',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:1::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'fec0::1',
    '::ffff:0:127.0.0.1',
    '2001:db8::1',
    'nonsense',
    '',
  ])('%s is not a public address', (address) => {
    expect(notPublic(address)).toBeTypeOf('string');
  });

  test.each([
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '192.1.0.1',
    '2606:4700::1111',
    '64:ff9b::1.1.1.1',
    '::ffff:1.1.1.1',
  ])('%s is a public address', (address) => {
    expect(notPublic(address)).toBeUndefined();
  });

  test.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://127.1',
    'http://0',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::]',
    'http://localhost',
    'http://①②⑦.⓪.⓪.①',
    'http://127。0。0。1',
  ])('blocks an internal address in any notation: %s', async (address) => {
    const { port, requests } = await serve((_request, response) => response.end('secret'));
    expect(await reasonOf(createOutgoing()(`${address}:${port}/`))).toBe('blocked');
    expect(requests).toEqual([]);
  });

  test('refuses a public name that resolves to a private address', async () => {
    const { port, requests } = await serve((_request, response) => response.end('secret'));
    const { resolve } = names(['127.0.0.1']);
    expect(await reasonOf(createOutgoing({ lookup: resolve })(`https://evil.example:${port}/`))).toBe('blocked');
    expect(await reasonOf(createOutgoing({ lookup: resolve })(`https://localhost.:${port}/`))).toBe('blocked');
    const mixed = names(['::ffff:127.0.0.1', '10.0.0.1']);
    expect(await reasonOf(createOutgoing({ lookup: mixed.resolve })(`https://evil.example:${port}/`))).toBe('blocked');
    expect(requests).toEqual([]);
  });

  test('resolves a name only once, for both the check and the connection', async () => {
    const { port, requests } = await serve((_request, response) => response.end('secret'));
    const { resolve, asked } = names(['2000::1'], ['127.0.0.1']);
    const call = createOutgoing({ lookup: resolve, patience: 300 })(`https://rebinding.example:${port}/`);
    expect(await reasonOf(call)).toMatch(/too_slow|unreachable/);
    expect(asked).toEqual(['rebinding.example']);
    expect(requests).toEqual([]);
  });

  test('connects only to the allowed addresses of a name that resolves to several', async () => {
    const { port, requests } = await serve((_request, response) => response.end('secret'));
    const { resolve } = names(['2000::1', '127.0.0.1']);
    const call = createOutgoing({ lookup: resolve, patience: 800 })(`https://mixed.example:${port}/`);
    expect(await reasonOf(call)).toMatch(/too_slow|unreachable/);
    expect(requests).toEqual([]);
  });

  test('refuses redirects to internal addresses', async () => {
    const inside = await serve((_request, response) => response.end('secret'));
    const outside = await serve((_request, response) =>
      response.writeHead(302, { location: inside.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') }).end(),
    );
    const outgoing = createOutgoing({ allowed: [outside.host] });
    expect(await reasonOf(outgoing(outside.url))).toBe('blocked');
    expect(inside.requests).toEqual([]);
  });

  test('refuses addresses without TLS or with credentials', async () => {
    const { resolve } = names(['1.1.1.1']);
    const outgoing = createOutgoing({ lookup: resolve });
    expect(await reasonOf(outgoing('http://public.example/'))).toBe('not_https');
    expect(await reasonOf(outgoing('http://1.1.1.1/'))).toBe('not_https');
    expect(await reasonOf(outgoing('https://user:secret@public.example/'))).toBe('not_https');
    expect(await reasonOf(outgoing('file:///etc/passwd'))).toBe('not_https');
  });

  test('reports the host and what to do, not the resolved address', async () => {
    const { resolve } = names(['10.20.30.40']);
    await expect(createOutgoing({ lookup: resolve })('https://sso.example/')).rejects.toThrow(
      'sso.example leads to a private network, which this server does not call. The operator can allow the host (LICET_ALLOW_OUTGOING).',
    );
  });
});

describe('allowed destinations', () => {
  const answered = async (outgoing: Outgoing, url: string) => (await outgoing(url)).text();

  test('can be hosts with or without a port, addresses and networks', async () => {
    const { url, host, port } = await serve((_request, response) => response.end('here'));
    expect(await answered(createOutgoing({ allowed: [host] }), url)).toBe('here');
    expect(await answered(createOutgoing({ allowed: ['127.0.0.0/8'] }), url)).toBe('here');
    expect(await answered(createOutgoing({ allowed: ['localhost'] }), `http://localhost:${port}/`)).toBe('here');
    expect(await reasonOf(createOutgoing({ allowed: ['127.0.0.1:1', '128.0.0.0/8'] })(url))).toBe('blocked');
  });

  test('of one address family match no address of the other family', () => {
    expect(isWithin('10.255.0.1', '10.0.0.0/8')).toBe(true);
    expect(isWithin('::ffff:10.0.0.1', '10.0.0.0/8')).toBe(true);
    expect(isWithin('11.0.0.1', '10.0.0.0/8')).toBe(false);
    expect(isWithin('fd12::1', 'fd12::/16')).toBe(true);
    expect(isWithin('a00::1', '10.0.0.0/8')).toBe(false);
  });
});

describe('a response', () => {
  test('is limited in size and time, and must not be compressed', async () => {
    const large = await serve((_request, response) => response.end(Buffer.alloc(1_100_000)));
    const slow = await serve((_request, response) => void response.write('…'));
    const packed = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('packed'),
    );
    const outgoing = createOutgoing({ allowed: ['127.0.0.1'], patience: 300 });
    expect(await reasonOf(outgoing(large.url))).toBe('too_large');
    expect(await reasonOf(outgoing(slow.url))).toBe('too_slow');
    expect(await reasonOf(outgoing(packed.url))).toBe('broken');
    expect(await reasonOf(outgoing('http://127.0.0.1:1/'))).toBe('unreachable');
  });

  test('may redirect a few times, only by GET, and without credentials to another host', async () => {
    const last = await serve((_request, response) => response.end('last'));
    const first = await serve((request, response) =>
      response.writeHead(302, { location: request.url === '/on' ? last.url : '/on' }).end(),
    );
    const circle = await serve((_request, response) => response.writeHead(307, { location: '/' }).end());
    const outgoing = createOutgoing({ allowed: ['127.0.0.1'] });
    const answer = await outgoing(first.url, { headers: { authorization: 'Bearer secret', accept: 'text/plain' } });
    expect(await answer.text()).toBe('last');
    expect(first.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', 'Bearer secret']);
    expect(last.requests[0]?.headers).toMatchObject({ accept: 'text/plain' });
    expect(last.requests[0]?.headers.authorization).toBeUndefined();
    expect(await reasonOf(outgoing(circle.url))).toBe('redirected');
    expect(circle.requests).toHaveLength(4);
    expect(await reasonOf(outgoing(first.url, { method: 'POST', body: 'secret' }))).toBe('redirected');
    expect(await reasonOf(outgoing(first.url, { redirect: 'error' }))).toBe('redirected');
    expect((await outgoing(first.url, { redirect: 'manual' })).status).toBe(302);
  });

  test('answers a request whose body arrived complete', async () => {
    const bodies: string[] = [];
    const { url, requests } = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.writeHead(204).end();
    });
    const outgoing = createOutgoing({ allowed: ['127.0.0.1'] });
    expect((await outgoing(url, { method: 'post', body: new URLSearchParams({ ü: '1' }) })).status).toBe(204);
    expect(bodies).toEqual(['%C3%BC=1']);
    expect(requests[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  });
});
