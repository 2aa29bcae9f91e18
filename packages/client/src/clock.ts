/** Estimates the server's clock from its responses. */
export interface Clock {
  /** Returns seconds since the epoch. */
  readonly now: () => number;
  /** The difference of the server's clock to this machine's clock, in seconds. Positive if the server is ahead. */
  offset: number;
  /**
   * Corrects the offset with the time in a server's response. Ignores differences below two seconds plus half the round
   * trip, because the time is in whole seconds and was delayed on the way.
   * @param serverTime seconds since the epoch
   * @param sent when the request was sent, from `Date.now()`
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
