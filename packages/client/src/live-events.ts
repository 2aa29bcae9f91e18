import { createEventReader } from '@licet/rule/event-stream';

export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Parses the live stream in pieces. Events whose data is not JSON are skipped.
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
