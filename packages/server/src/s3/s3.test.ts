import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { readSettings } from '../config.ts';
import { settingsShown } from '../doctor/settings.ts';
import { openBucket, partsOf } from './bucket.ts';
import { s3ErrorOf, s3Next } from './faults.ts';
import { readS3Settings, s3AddressOf } from './settings.ts';

test.each([
  ['s3://backups', { bucket: 'backups', prefix: '' }],
  ['s3://backups/', { bucket: 'backups', prefix: '' }],
  ['s3://eu.backups-1/licet/here//', { bucket: 'eu.backups-1', prefix: 'licet/here/' }],
  ['s3://Backups/licet', undefined],
  ['s3://user:password@host/licet', undefined],
  ['s3://backups/a//b', undefined],
  ['s3://backups/../other', undefined],
  ['s3://backups/licet?versionId=1', undefined],
  ['https://backups.example.org/licet', undefined],
])('parses the address %s as %o', (text, address) => expect(s3AddressOf(text)).toEqual(address));

test('splits a stream into parts of one size, and an empty stream into one empty part', async () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
  const cut = async (piece: number, size: number) => {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    }
    const parts: Buffer[] = [];
    const memory = new Set<ArrayBufferLike>();
    for await (const part of partsOf(pieces(), size)) {
      parts.push(Buffer.from(part));
      memory.add(part.buffer);
    }
    expect(memory.size).toBe(1);
    expect(Buffer.concat(parts)).toEqual(bytes);
    return parts.map(({ length }) => length);
  };
  expect(await cut(7, 300)).toEqual([300, 300, 300, 100]);
  expect(await cut(1000, 250)).toEqual([250, 250, 250, 250]);
  expect(await cut(250, 1000)).toEqual([1000]);
  const none: number[] = [];
  for await (const { length } of partsOf((async function* () {})(), 10)) none.push(length);
  expect(none).toEqual([0]);
});

test('reads Licet’s S3 settings or those of AWS tools, and uses path-style addresses for other stores', () => {
  const read = (environment: Parameters<typeof readS3Settings>[0]) => {
    const mistakes: string[] = [];
    return { settings: readS3Settings(environment, mistakes), mistakes };
  };
  expect(read({}).settings).toEqual({ pathStyle: false });
  const theirs = {
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_SESSION_TOKEN: 'c',
    AWS_REGION: 'eu-west-1',
  };
  expect(read(theirs).settings).toEqual({
    region: 'eu-west-1',
    pathStyle: false,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' },
  });
  const ours = {
    LICET_S3_ACCESS_KEY_ID: 'd',
    LICET_S3_SECRET_ACCESS_KEY: 'e',
    LICET_S3_ENDPOINT: 'http://127.0.0.1:1',
  };
  expect(read({ ...theirs, ...ours }).settings).toEqual({
    endpoint: 'http://127.0.0.1:1',
    region: 'eu-west-1',
    pathStyle: true,
    credentials: { accessKeyId: 'd', secretAccessKey: 'e' },
  });
  expect(read({ LICET_S3_ACCESS_KEY_ID: 'd' }).mistakes[0]).toMatch(/LICET_S3_SECRET_ACCESS_KEY is missing/);
  expect(read({ LICET_S3_ENDPOINT: 'https://a:b@s3.example.org' }).mistakes[0]).toMatch(/^LICET_S3_ENDPOINT must be/);
  expect(read({ LICET_S3_PATH_STYLE: 'yes' }).mistakes[0]).toMatch(/neither on nor off/);
});

test('errors and support bundles contain no secrets and no text from the store', () => {
  const secret = 'wJalrXUtnFEMI';
  const said = Object.assign(new Error(`no match for ${secret}`), {
    name: 'SignatureDoesNotMatch',
    StringToSign: secret,
    $metadata: { httpStatusCode: 403 },
  });
  const error = s3ErrorOf('s3://backups/licet', said);
  expect(error).toMatchObject({ code: 'credentials_wrong', message: expect.stringContaining('s3://backups/licet') });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  const odd = Object.assign(new Error(secret), { name: `Odd ${secret}`, $metadata: { httpStatusCode: 400 } });
  expect(inspect(s3ErrorOf('s3://backups', odd), { depth: 9, showHidden: true })).not.toContain(secret);
  const names = ['LICET_S3_SECRET_ACCESS_KEY', 'LICET_S3_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
  const shown = settingsShown(readSettings([], Object.fromEntries(names.map((name) => [name, secret]))));
  expect(Object.keys(shown).sort()).toEqual(names.sort());
  expect(JSON.stringify(shown)).not.toContain(secret);
});

test('reports an unreachable store and what to do next', async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const settings = { endpoint: 'http://127.0.0.1:1', region: 'us-east-1', pathStyle: true, credentials };
  const bucket = await openBucket('s3://backups/licet', settings);
  await expect(bucket.names()).rejects.toMatchObject({
    code: 'endpoint_away',
    message:
      's3://backups/licet cannot be used: the store does not answer (ECONNREFUSED). Check LICET_S3_ENDPOINT, its name in the DNS, and firewalls in between.',
  });
  expect(s3Next('endpoint_away')).toMatch(/^Check LICET_S3_ENDPOINT/);
  expect(s3Next('EACCES')).toBeUndefined();
});

test('finds open uploads on every page of the list', async () => {
  const begun = ['one', 'two', 'two', 'three'].map((name, at) => ({ key: `licet/${name}`, id: `upload-${at}` }));
  const asked: string[] = [];
  const store = createServer(({ url = '' }, response) => {
    asked.push(url);
    const { searchParams } = new URL(url, 'http://store');
    const marked = begun.findIndex(
      ({ key, id }) => key === searchParams.get('key-marker') && id === searchParams.get('upload-id-marker'),
    );
    const shown = begun.slice(marked + 1, marked + 3);
    const last = shown.at(-1);
    const uploads = shown.map(
      ({ key, id }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2026-01-01T00:00:00.000Z</Initiated></Upload>`,
    );
    const more = marked + 3 < begun.length;
    response
      .setHeader('content-type', 'application/xml')
      .end(
        `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${
          more ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${last?.id}</NextUploadIdMarker>` : ''
        }${uploads.join('')}</ListMultipartUploadsResult>`,
      );
  });
  await new Promise<void>((listening) => store.listen(0, '127.0.0.1', listening));
  try {
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const bucket = await openBucket('s3://backups/licet', {
      endpoint,
      region: 'us-east-1',
      pathStyle: true,
      credentials,
    });
    expect((await bucket.uploads()).map(({ name, id }) => `${name} ${id}`)).toEqual([
      'one upload-0',
      'two upload-1',
      'two upload-2',
      'three upload-3',
    ]);
    expect(asked).toHaveLength(2);
  } finally {
    store.closeAllConnections();
    await new Promise((closed) => store.close(closed));
  }
});
