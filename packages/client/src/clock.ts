/** The server's clock, as far as it is known. */
export interface Clock {
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** By how many seconds the server is ahead of this machine. */
  offset: number;
  /**
   * Learns from an instant that the server told in an answer. It is of whole seconds, and on its way for a while: below two
   * seconds and half the way nothing is known to be wrong.
   * @param serverTime seconds since the epoch
   * @param sent when the request left, by `Date.now()`
   * @returns whether the offset has changed
   */
  readonly learn: (serverTime: number, sent: number) => boolean;
}

export const createClock = (): Clock => {
  const clock: Clock = {
    offset: 0,
    now: () => Date.now() / 1000 + clock.offset,
    learn: (serverTime, sent) => {
      const way = (Date.now() - sent) / 2000;
      const ahead = serverTime + 0.5 - (Date.now() / 1000 - way);
      if (!serverTime || Math.abs(ahead - clock.offset) <= 2 + way) return false;
      clock.offset = Math.abs(ahead) <= 2 + way ? 0 : ahead;
      return true;
    },
  };
  return clock;
};
