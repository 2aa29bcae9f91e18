import { createEventReader } from '@licet/rule/event-stream';

/** One event of the live stream. */
export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Reads the live stream in pieces. Data must be JSON; anything else is skipped.
 * @returns a function that takes the next piece
 */
export const createLiveReader = (onEvent: (event: LiveEvent) => void): ((piece: string) => void) =>
  createEventReader(({ name, data: text }) => {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      return;
    }
    onEvent({ event: name, data });
  });
