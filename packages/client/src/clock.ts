/** Estimates the server's clock from its answers. */
export interface Clock {
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** Seconds by which the server is ahead of this machine. */
  offset: number;
  /**
   * Learns from an instant in a server's answer. It is in whole seconds and took time to arrive, so differences below
   * two seconds and half the round trip are ignored.
   * @param serverTime seconds since the epoch
   * @param sent when the request was sent, by `Date.now()`
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
