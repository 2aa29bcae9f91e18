import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { limits } from '@licet/contract';
import { S3Error, s3ErrorOf } from './faults.ts';

// Limits on the responses of a store. The store, or an attacker in its place, may send endless ones.

export interface Bounds {
  readonly names: number;
  readonly pages: number;
  /** The time for a whole listing, in milliseconds. */
  readonly time: number;
}
export const bounds: Bounds = {
  names: limits.storeNamesMax.value,
  pages: limits.storePagesMax.value,
  time: limits.storeListingTime.value * 1000,
};

export interface Listing<Page, Mark> {
  /** Requests the page that follows a mark. */
  readonly ask: (behind: Mark | undefined, abortSignal: AbortSignal) => Promise<Page>;
  /** The mark of the next page; undefined after the last. */
  readonly next: (page: Page) => Mark | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The pages of a listing. @throws S3Error, `listing_endless` if it does not end */
export async function* pagesOf<Page, Mark>(
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
export function boundAnswers(client: S3Client, place: string): void {
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
