import { createEventReader, type StreamEvent } from '@licet/rule/event-stream';
import { type CutOffs, readCutOff } from './cut-offs.ts';
import { reasonOf } from './keys.ts';
import { refusalIn, type Service } from './service.ts';
import { createDeferred, type Deferred, pause, unref } from './waiting.ts';

export interface CutOffStreamStatus {
  readonly connected: boolean;
  /** The last event of the stream, as a sentence. */
  readonly detail: string;
}

/** The connection on which Licet reports revoked tokens. It is reopened whenever it ends. */
export interface CutOffStream {
  readonly connected: boolean;
  readonly stale: boolean;
  /** Resolves when the stream is connected for the first time. */
  readonly first: Promise<void>;
  /** Why the stream is disconnected, as a sentence. */
  readonly failure: string;
  close(): void;
}

export interface CutOffStreamParts {
  readonly service: Service;
  readonly cutOffs: CutOffs;
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds after which a silent stream counts as broken: one heartbeat interval plus a tolerance. */
  readonly silence: number;
  /** Milliseconds for which the stream may be disconnected before it counts as stale. */
  readonly grace: number;
  readonly onStatus: (status: CutOffStreamStatus) => void;
}

export function openCutOffStream(parts: CutOffStreamParts): CutOffStream {
  const stream: OpenStream = {
    ...parts,
    closing: new AbortController(),
    first: createDeferred(),
    connected: false,
    connectedAt: Number.POSITIVE_INFINITY,
    lastByteAt: Number.NEGATIVE_INFINITY,
    downSince: Number.NEGATIVE_INFINITY,
    lastId: '',
    failures: 0,
    failure: 'It has not answered yet.',
  };
  void keepOpen(stream);
  return {
    get connected() {
      return stream.connected;
    },
    get stale() {
      const at = performance.now();
      return at - stream.lastByteAt > parts.silence || (!stream.connected && at - stream.downSince > parts.grace);
    },
    get failure() {
      return stream.failure;
    },
    first: stream.first.promise,
    close: () => {
      stream.closing.abort();
      if (stream.connected) noteStatus(stream, false, 'The verifier is closed.');
      stream.first.reject(new Error('The verifier is closed.'));
    },
  };
}

interface OpenStream extends CutOffStreamParts {
  readonly closing: AbortController;
  readonly first: Deferred;
  connected: boolean;
  /**
   * In milliseconds of `performance.now()`, like `lastByteAt` and `downSince`. The value is infinite until the stream
   * is connected.
   */
  connectedAt: number;
  lastByteAt: number;
  downSince: number;
  /** The event id from which to continue after an interruption. */
  lastId: string;
  failures: number;
  failure: string;
}

async function keepOpen(stream: OpenStream): Promise<void> {
  const { signal } = stream.closing;
  while (!signal.aborted) {
    const detail = await readOnce(stream).then(
      () => 'The stream of cut-offs ended; it is opened again.',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (signal.aborted) break;
    const { connected, connectedAt } = stream;
    stream.failure = detail;
    noteStatus(stream, false, detail);
    // A proxy may accept a stream and end it immediately. So only a stream that lasted longer than `stable` resets
    // the count.
    stream.failures = performance.now() - connectedAt > stable ? 1 : stream.failures + 1;
    stream.connectedAt = Number.POSITIVE_INFINITY;
    await pause(pauseAfter(stream.failures, connected ? longestPauseOfOpened : longestPause), signal);
  }
}

/**
 * Opens the stream and reads it to its end.
 * @throws Error if the stream cannot be opened, breaks off or falls silent
 */
async function readOnce(stream: OpenStream): Promise<void> {
  const watch = watchSilence(stream.silence);
  try {
    const body = await connect(stream, AbortSignal.any([stream.closing.signal, watch.signal]));
    const read = createEventReader((event) => takeEvent(stream, event));
    const decoder = new TextDecoder();
    const reader = body.getReader();
    const next = () => reader.read().catch((error: unknown) => breakOff(stream, error));
    for (let piece = await next(); !piece.done; piece = await next()) {
      watch.alive();
      if (stream.connected) stream.lastByteAt = performance.now();
      read(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    watch.end();
  }
}

async function connect({ service, lastId }: OpenStream, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers = { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': lastId }) };
  const response = await service.call('/api/v1/live/cut-offs', { headers, signal });
  if (response.ok && response.body) return response.body;
  throw new Error(`Licet answered the stream of cut-offs with ${await refusalIn(response)}`);
}

/** Names the address, because the error of a broken connection does not. */
function breakOff({ service }: OpenStream, error: unknown): never {
  if (!(error instanceof TypeError)) throw error;
  const detail = `The connection to Licet at ${service.address} broke off: ${reasonOf(error)}.`;
  throw new Error(detail, { cause: error });
}

/** Returns a signal that aborts after this many milliseconds without data, or when the stream ends. */
function watchSilence(milliseconds: number) {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(new Error('The stream of cut-offs fell silent.')), milliseconds);
    unref(timer);
  };
  alive();
  const end = () => {
    clearTimeout(timer);
    silent.abort();
  };
  return { signal: silent.signal, alive, end };
}

function takeEvent(stream: OpenStream, { name, data, id }: StreamEvent): void {
  if (name === 'cut-off') {
    const cutOff = readCutOff(data);
    // A cut-off that cannot be read may affect any token, so refuse all tokens issued so far.
    if (cutOff) stream.cutOffs.add(cutOff);
    else stream.cutOffs.addEverything(stream.now());
  } else if (name === 'ready') {
    stream.connectedAt = performance.now();
    noteStatus(stream, true, 'Connected to Licet. Revocations arrive at once.');
    stream.first.resolve();
  }
  if (id !== '') stream.lastId = id;
}

function noteStatus(stream: OpenStream, connected: boolean, detail: string): void {
  const changed = connected !== stream.connected;
  if (stream.connected && !connected) stream.downSince = performance.now();
  if (connected) stream.lastByteAt = performance.now();
  stream.connected = connected;
  if (changed || !connected) stream.onStatus({ connected, detail });
}

/**
 * Returns the pause before a retry, in milliseconds. The first retry is immediate, because a stream ends when its
 * token expires. Each further pause is twice as long, with jitter.
 */
function pauseAfter(failures: number, most: number): number {
  const longest = failures === 1 ? firstPause : Math.min(most, firstPause * 2 ** failures);
  return longest * (0.5 + 0.5 * Math.random());
}

/** Milliseconds. */
const firstPause = 100;
const longestPause = 5000;
/**
 * The longest pause after a connection that had worked, in milliseconds. It is short, because the next connection
 * delivers the missed cut-offs.
 */
const longestPauseOfOpened = 1000;
/** A connection that lasts longer than this many milliseconds resets the count of failures. */
const stable = 1000;
