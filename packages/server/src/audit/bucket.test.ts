import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointsInBucket } from './bucket.ts';

let sent = 0;
/** A store with an endless object under the name of a checkpoint. */
const store = createServer((request, response) => {
  if (request.url?.includes('list-type=2')) {
    response.setHeader('content-type', 'application/xml');
    response.end(`<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>audit</Name><KeyCount>1</KeyCount><IsTruncated>false</IsTruncated>
      <Contents><Key>licet/2026-11/000000000001-0123abcd.jws</Key><Size>300</Size></Contents></ListBucketResult>`);
    return;
  }
  const piece = Buffer.alloc(64 * 1024, 'a');
  Readable.from(
    (function* () {
      for (; sent < 256 * 1024 * 1024; sent += piece.length) yield piece;
    })(),
  ).pipe(response);
});
beforeAll(async () => {
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
});
afterAll(() => {
  store.closeAllConnections();
  store.close();
});

test('what lies under the name of a checkpoint and is far longer is not read to its end', async () => {
  const { port } = store.address() as AddressInfo;
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    pathStyle: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  };
  await expect(checkpointsInBucket('s3://audit/licet', settings)).rejects.toMatchObject({
    code: 'no_checkpoint',
    message: expect.stringContaining('s3://audit/licet/2026-11/000000000001-0123abcd.jws'),
  });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});
