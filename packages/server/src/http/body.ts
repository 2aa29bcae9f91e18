import { Readable } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import { type Call, limits } from '@licet/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from '../json.ts';
import { refuse } from '../refusal.ts';

/** Leaves bodies unread, because each call reads its own after it has authorised the caller. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** Reads bodies before the route is called: JSON of limited size only. */
export function readSmallBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const bodyLimit = limits.publicBodyBytes.value;
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, text: string) => parseJson(text),
  );
}

/**
 * Reads the body that a call declares: JSON, or text piece by piece. Undefined without a body.
 * @throws Refusal `unsupported_media_type`, `too_large`, `malformed_body`
 */
export async function readBody(definition: Call, { body, headers }: FastifyRequest): Promise<unknown> {
  const declared = definition.bodyType ?? 'application/json';
  if (!isStream(body)) return declared === 'text/plain' ? Readable.from([]) : undefined;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== declared) refuse('unsupported_media_type', 'body_type_needed', { type: declared });
  const most = mostBytes(definition);
  if (Number(headers['content-length'] ?? 0) > most) tooLarge(most);
  const pieces = textOf(body, most);
  if (declared === 'text/plain') return pieces;
  let text = '';
  for await (const piece of pieces) text += piece;
  const value = text === '' && !needsBody(definition) ? undefined : parseJson(text);
  // The next step processes the whole text, so other requests go first.
  await pause();
  return value;
}

/** Whether a call requires a body. */
const needsBody = ({ body }: Call): boolean => body !== undefined && !body.safeParse(undefined).success;

function mostBytes({ access, body, bodyType }: Call): number {
  if (bodyType === 'text/plain') return limits[access.kind === 'operator' ? 'directoryBytes' : 'importBytes'].value;
  return access.kind === 'anyone' || !body ? limits.publicBodyBytes.value : limits.bodyBytes.value;
}

/** Decodes a stream as UTF-8. @throws Refusal `too_large` as soon as the limit is exceeded, `malformed_body` if the stream breaks off */
async function* textOf(stream: Readable, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let bytes = 0;
  try {
    // Do not destroy the stream when the loop stops early: the response still has to be sent on this connection.
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) tooLarge(most);
      yield decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    if (stream.errored) refuse('malformed_body', 'body_breaks_off', {});
    throw error;
  }
  yield decoder.decode();
}

/** Discards the rest of a body, so that the connection can be used again. */
export const passBy = ({ raw }: FastifyRequest): void => void raw.resume();

const tooLarge = (most: number): never => refuse('too_large', 'body_too_large', { most });

const isStream = (body: unknown): body is Readable => body instanceof Readable;
