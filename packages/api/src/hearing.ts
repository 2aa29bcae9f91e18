import { type CutOffs, readCutOff } from './cutOffs.ts';
import { createEventReader, type StreamEvent } from './eventStream.ts';
import { createGate, pause, unref } from './gate.ts';
import type { Service } from './service.ts';

/** Whether cut-offs are heard, and why not. */
export interface HearingStatus {
  readonly hearing: boolean;
  /** What happened last, as a sentence. */
  readonly detail: string;
}

/** The ear: one stream from Licet, opened again whenever it ends. */
export interface Hearing {
  readonly hearing: boolean;
  /**
   * Whether it is too long ago that cut-offs were heard: before the first time, when the stream has been down for longer than
   * `grace`, and when not a byte came for `silence`, which is how a stream that was cut without a word shows.
   */
  readonly deaf: boolean;
  /** Resolves when cut-offs are heard for the first time. */
  readonly first: Promise<void>;
  close(): void;
}

export interface HearingParts {
  readonly service: Service;
  readonly cutOffs: CutOffs;
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds after which a silent stream is dead: a heartbeat, and some. */
  readonly silence: number;
  /** Milliseconds in which a stream that ended may be opened again. */
  readonly grace: number;
  readonly onStatus: (status: HearingStatus) => void;
}

export function openHearing({ service, cutOffs, now, silence, grace, onStatus }: HearingParts): Hearing {
  const closing = new AbortController();
  const first = createGate();
  let hearing = false;
  let lastByte = Number.NEGATIVE_INFINITY;
  let downSince = Number.NEGATIVE_INFINITY;
  let lastId = '';
  let failures = 0;

  const tell = (next: boolean, detail: string) => {
    const changed = next !== hearing;
    if (hearing && !next) downSince = performance.now();
    if (next) lastByte = performance.now();
    hearing = next;
    if (changed || !next) onStatus({ hearing, detail });
  };
  const take = ({ name, data, id }: StreamEvent) => {
    if (name === 'cut-off') {
      const cutOff = readCutOff(data);
      // What cannot be read may concern anybody: tokens that are newer will do.
      if (cutOff) cutOffs.add(cutOff);
      else cutOffs.addEverything(now());
    } else if (name === 'ready') {
      failures = 0;
      tell(true, 'Cut-offs are heard.');
      first.open();
    }
    if (id !== '') lastId = id;
  };
  const listen = async () => {
    const dead = new AbortController();
    const signal = AbortSignal.any([closing.signal, dead.signal]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => dead.abort(new Error('The stream of cut-offs fell silent.')), silence);
      unref(timer);
    };
    alive();
    try {
      const headers = { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': lastId }) };
      const response = await service.call('/api/v1/live/cut-offs', { headers, signal });
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        throw new Error(`The stream of cut-offs was answered with ${response.status}.`);
      }
      const read = createEventReader(take);
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        alive();
        if (hearing) lastByte = performance.now();
        read(decoder.decode(piece.value, { stream: true }));
      }
    } finally {
      clearTimeout(timer);
      dead.abort();
    }
  };
  const run = async () => {
    while (!closing.signal.aborted) {
      let detail = 'The stream of cut-offs ended; it is opened again.';
      await listen().catch((error: unknown) => {
        if (error instanceof Error) detail = error.message;
      });
      if (closing.signal.aborted) break;
      tell(false, detail);
      failures += 1;
      // The first time at once: streams end with the token. Then twice as long each time, scattered.
      const longest = failures === 1 ? firstPause : Math.min(longestPause, firstPause * 2 ** failures);
      await pause(longest * (0.5 + 0.5 * Math.random()), closing.signal);
    }
  };
  void run();
  return {
    get hearing() {
      return hearing;
    },
    get deaf() {
      const at = performance.now();
      return at - lastByte > silence || (!hearing && at - downSince > grace);
    },
    first: first.opened,
    close: () => {
      closing.abort();
      if (hearing) tell(false, 'The verifier is closed.');
      first.fail(new Error('The verifier is closed.'));
    },
  };
}

/** Milliseconds. */
const firstPause = 100;
const longestPause = 5000;
