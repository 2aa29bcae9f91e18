import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bucket, openBucket } from './bucket.ts';

// Attack: an object store, or an attacker in its place, sends endless responses.

let answer: (response: ServerResponse) => void = () => undefined;
let asked = 0;
let sent = 0;
const store = createServer((_, response) => {
  asked += 1;
  answer(response.setHeader('content-type', 'application/xml'));
});
let bucket: Bucket;
let hasty: Bucket;
beforeAll(async () => {
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
});
afterAll(() => {
  store.closeAllConnections();
  store.close();
});
beforeEach(async () => {
  [asked, sent] = [0, 0];
  const settings = {
    endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    region: 'us-east-1',
    pathStyle: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  };
  const bounds = { names: 50, pages: 20, time: 600_000 };
  bucket = await openBucket('s3://backups/licet', settings, bounds);
  hasty = await openBucket('s3://backups/licet', settings, { ...bounds, time: 400 });
});

const objects = (count: number) =>
  Array.from({ length: count }, () => `<Contents><Key>licet/${asked}.backup</Key><Size>1</Size></Contents>`).join('');
const page = (inside: string) => `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>
  <NextContinuationToken>${asked}</NextContinuationToken>${inside}</ListBucketResult>`;
/** Expects this many requests, or a few more, because aborted requests are repeated. */
function expectAsked(times: number): void {
  expect(asked).toBeGreaterThanOrEqual(times);
  expect(asked).toBeLessThan(times + 5);
}
const endless = { code: 'listing_endless', message: expect.stringContaining('its listing does not end') };

test('stops listing after a number of pages, even if they are empty', async () => {
  answer = (response) => response.end(page(''));
  await expect(bucket.names()).rejects.toMatchObject(endless);
  expectAsked(20);
});

test('stops listing after a number of matching names, or after a number of pages if none match', async () => {
  answer = (response) => response.end(page(objects(10)));
  await expect(bucket.names()).rejects.toMatchObject(endless);
  expectAsked(6);
  await expect(bucket.names({ like: () => false })).rejects.toMatchObject(endless);
  expectAsked(6 + 20);
});

test('stops listing after a time limit when pages are slow or never end', async () => {
  answer = (response) => void setTimeout(() => response.end(page('')), 100);
  await expect(hasty.names()).rejects.toMatchObject(endless);
  expect(asked).toBeLessThan(6);
  answer = (response) => void response.write('<?xml version="1.0"?>');
  await expect(hasty.names()).rejects.toMatchObject(endless);
});

test('stops listing when the caller disconnects', async () => {
  answer = (response) => void setTimeout(() => response.end(page('')), 50);
  const signal = AbortSignal.timeout(120);
  await expect(bucket.names({ signal })).rejects.toMatchObject({ code: 'endpoint_away' });
});

test('limits the pages of open uploads as well', async () => {
  answer = (response) =>
    response.end(`<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>true</IsTruncated>
      <NextKeyMarker>${asked}</NextKeyMarker></ListMultipartUploadsResult>`);
  await expect(bucket.uploads()).rejects.toMatchObject(endless);
  expectAsked(20);
});

test.each(['names', 'uploads'] as const)('stops reading an endless page of %s', async (what) => {
  const most = limits.storeAnswerMax.value;
  answer = (response) => {
    const piece = '<Contents><Key>licet/a.backup</Key><Size>1</Size></Contents>'.repeat(2000);
    const more = () => {
      while (sent < 8 * most && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
  await expect(bucket[what]()).rejects.toMatchObject({
    code: 'answer_too_large',
    message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ cannot be used: its answer is too long\. Check/),
  });
  expect([asked, sent > most && sent < 3 * most]).toEqual([1, true]);
});
