import { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { limits } from '@licet/contract';
import { S3Error, s3ErrorOf } from './faults.ts';
import { badS3Address, type S3Settings, s3AddressOf } from './settings.ts';

/** An unfinished upload. Its parts are stored and cost money, but are not visible as an object. */
export interface OpenUpload {
  readonly name: string;
  readonly id: string;
  /** When the upload began, in seconds since the epoch, by the store's clock. */
  readonly begun: number;
}

export interface NamesOptions {
  readonly deep?: boolean;
  /** Selects names; by default all of them. */
  readonly like?: (name: string) => boolean;
  /** The maximum number of names to read. */
  readonly most?: number;
  readonly signal?: AbortSignal;
}

/** The objects below an address in an object store. Each failure is thrown as an S3Error with a sentence. */
export interface Bucket {
  /** The address of the object with this name. */
  addressOf(name: string): string;
  /** The names directly below the address, in the order of their bytes. With `deep`, also the names in folders. */
  names(options?: NamesOptions): Promise<string[]>;
  has(name: string): Promise<boolean>;
  read(name: string): AsyncGenerator<Buffer>;
  /** Writes a small object. Replaces an existing one. */
  write(name: string, bytes: Buffer, signal?: AbortSignal): Promise<void>;
  /** Uploads an object of any size in parts. It appears when the upload is complete. */
  upload(name: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  remove(name: string): Promise<void>;
  uploads(): Promise<OpenUpload[]>;
  abandon(upload: Pick<OpenUpload, 'name' | 'id'>): Promise<void>;
}

/**
 * Opens a place in an object store. It sends no request, but loads the SDK, so a Licet without a store never loads it.
 * The guard of outgoing requests does not apply, because only the operator can set the address; the API cannot.
 * Certificates are verified, redirects are not followed, and each request is signed including its content.
 * @throws S3Error if the place is not a valid address
 */
export async function openBucket(place: string, settings: S3Settings, within = bounds): Promise<Bucket> {
  const address = s3AddressOf(place);
  if (!address) throw new S3Error('address_wrong', badS3Address(place));
  const { client, sdk } = await opened(settings);
  const { bucket: Bucket, prefix } = address;
  const keyOf = (name: string) => `${prefix}${name}`;
  const addressTo = (name: string) => `s3://${Bucket}/${keyOf(name)}`;
  const inIt = (name: string) => ({ Bucket, Key: keyOf(name) });
  const ask = async <Answer>(about: string, asked: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await asked();
    } catch (error) {
      throw s3ErrorOf(about, error);
    }
  };
  const abandon: Bucket['abandon'] = async ({ name, id }) => {
    const command = new sdk.AbortMultipartUploadCommand({ ...inIt(name), UploadId: id });
    await ask(addressTo(name), () => client.send(command));
  };
  return {
    addressOf: addressTo,
    abandon,
    async names({ deep = false, like = () => true, most = Number.POSITIVE_INFINITY, signal } = {}) {
      const asked = { Bucket, Prefix: prefix, ...(!deep && { Delimiter: '/' }), ...(most < 1000 && { MaxKeys: most }) };
      const ask = (ContinuationToken: string | undefined, abortSignal: AbortSignal) =>
        client.send(new sdk.ListObjectsV2Command({ ...asked, ContinuationToken }), { abortSignal });
      const next = (page: ListObjectsV2CommandOutput) => (page.IsTruncated && page.NextContinuationToken) || undefined;
      const found: string[] = [];
      let looked = 0;
      for await (const { Contents = [] } of pagesOf(place, { ask, next, signal }, within)) {
        looked += Contents.length;
        for (const { Key = '' } of Contents)
          if (Key.length > prefix.length && like(Key.slice(prefix.length))) found.push(Key.slice(prefix.length));
        if (found.length > within.names) throw new S3Error('listing_endless', place);
        if (looked >= most) break;
      }
      return found.sort();
    },
    async has(name) {
      try {
        await ask(addressTo(name), () => client.send(new sdk.HeadObjectCommand(inIt(name))));
        return true;
      } catch (error) {
        if (error instanceof S3Error && error.code === 'object_missing') return false;
        throw error;
      }
    },
    async *read(name) {
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(inIt(name)));
        for await (const piece of (Body ?? []) as AsyncIterable<Buffer>) yield piece;
      } catch (error) {
        throw s3ErrorOf(addressTo(name), error);
      }
    },
    async write(name, bytes, signal) {
      const command = new sdk.PutObjectCommand({ ...inIt(name), Body: bytes });
      await ask(addressTo(name), () => client.send(command, { ...(signal && { abortSignal: signal }) }));
    },
    async upload(name, pieces, signal) {
      const options = { abortSignal: signal };
      const begin = new sdk.CreateMultipartUploadCommand({ ...inIt(name), ContentType: 'application/octet-stream' });
      const { UploadId = '' } = await ask(addressTo(name), () => client.send(begin, options));
      try {
        const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
        for await (const Body of partsOf(pieces)) {
          signal.throwIfAborted();
          const PartNumber = Parts.length + 1;
          if (PartNumber > mostParts) throw new S3Error('too_large', addressTo(name));
          const part = new sdk.UploadPartCommand({ ...inIt(name), UploadId, PartNumber, Body });
          const { ETag } = await ask(addressTo(name), () => client.send(part, options));
          Parts.push({ PartNumber, ETag });
        }
        const end = new sdk.CompleteMultipartUploadCommand({ ...inIt(name), UploadId, MultipartUpload: { Parts } });
        await ask(addressTo(name), () => client.send(end, options));
      } catch (error) {
        await abandon({ name, id: UploadId }).catch(() => undefined); // the first failure is reported
        throw error;
      }
    },
    async remove(name) {
      await ask(addressTo(name), () => client.send(new sdk.DeleteObjectCommand(inIt(name))));
    },
    async uploads() {
      const ask = (behind: ReturnType<typeof nextOf>, abortSignal: AbortSignal) =>
        client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...behind }), { abortSignal });
      const found: OpenUpload[] = [];
      for await (const page of pagesOf(place, { ask, next: nextOf }, within)) {
        for (const { Key = '', UploadId: id, Initiated } of page.Uploads ?? [])
          if (id !== undefined && Initiated)
            found.push({ name: Key.slice(prefix.length), id, begun: Initiated.getTime() / 1000 });
        if (found.length > within.names) throw new S3Error('listing_endless', place);
      }
      return found;
    },
  };
}

/** Returns the marker of the next page; undefined after the last page, or if the store sends no marker. */
function nextOf({ IsTruncated, NextKeyMarker, NextUploadIdMarker }: ListMultipartUploadsCommandOutput) {
  if (!IsTruncated || !NextKeyMarker) return undefined;
  return { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) };
}

/** The protocol's maximum number of parts. */
const mostParts = 10_000;

interface Opened {
  readonly client: S3Client;
  readonly sdk: typeof import('@aws-sdk/client-s3');
}
const clients = new WeakMap<S3Settings, Promise<Opened>>();

/** Returns one client for each settings object, because a client holds connections. */
function opened(settings: S3Settings): Promise<Opened> {
  const known = clients.get(settings) ?? open(settings);
  clients.set(settings, known);
  return known;
}

async function open({ endpoint, region, pathStyle, credentials }: S3Settings): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle ?? false,
    // Stores need not support newer checksums: requests are signed with their SHA-256, and a backup is read again after
    // writing.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 60_000 },
  });
  boundAnswers(client, endpoint ?? 'The object store');
  return { client, sdk };
}

/** The bytes of a part. The last one may be shorter; stores require all others to have equal sizes of at least 5 MiB. */
const partBytes = 16 * 1024 * 1024;

/** Splits a stream into parts of one size. All parts share one buffer, so a part is valid only until the next is requested. */
export async function* partsOf(pieces: AsyncIterable<Uint8Array>, size = partBytes): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(size);
  let held = 0;
  let any = false;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(size - held, piece.length - from);
      part.set(piece.subarray(from, from + taken), held);
      held += taken;
      from += taken;
      if (held < size) continue;
      yield part;
      any = true;
      held = 0;
    }
  }
  if (held > 0 || !any) yield part.subarray(0, held);
}

// Limits on the responses of a store. The store, or an attacker in its place, may send endless ones.

export interface Bounds {
  readonly names: number;
  readonly pages: number;
  /** The time for a whole listing, in milliseconds. */
  readonly time: number;
}
const bounds: Bounds = {
  names: limits.storeNamesMax.value,
  pages: limits.storePagesMax.value,
  time: limits.storeListingTime.value * 1000,
};

export interface Listing<Page, Mark> {
  /** Requests the page after a marker. */
  readonly ask: (behind: Mark | undefined, abortSignal: AbortSignal) => Promise<Page>;
  /** The marker of the next page; undefined after the last. */
  readonly next: (page: Page) => Mark | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The pages of a listing. @throws S3Error, `listing_endless` if it does not end */
async function* pagesOf<Page, Mark>(
  place: string,
  { ask, next, signal }: Listing<Page, Mark>,
  { pages, time }: Bounds,
): AsyncGenerator<Page> {
  const late = AbortSignal.timeout(time);
  const abortSignal = signal ? AbortSignal.any([signal, late]) : late;
  let behind: Mark | undefined;
  for (let asked = 0; asked < pages && !late.aborted; asked += 1) {
    const page = await ask(behind, abortSignal).catch((error: unknown) => {
      throw late.aborted ? new S3Error('listing_endless', place) : s3ErrorOf(place, error);
    });
    yield page;
    behind = next(page);
    if (behind === undefined) return;
  }
  throw new S3Error('listing_endless', place);
}

/** Makes a client refuse responses larger than any valid one. Objects are not limited here. */
function boundAnswers(client: S3Client, place: string): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { response } = result as { response: { body?: unknown } };
        if (commandName !== 'GetObjectCommand' && response.body instanceof Readable)
          response.body = Readable.from(bounded(response.body, place), { objectMode: false });
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

async function* bounded(body: Readable, place: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limits.storeAnswerMax.value) throw new S3Error('answer_too_large', place);
    yield piece;
  }
}
