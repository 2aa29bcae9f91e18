import type { Database } from '../store/kernel/database.ts';

/** The settings with which the streams of one process read the database. */
export interface Readings {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
  /** Whether there are open streams. Without any, nothing is read. */
  readonly open: () => boolean;
  /** Milliseconds for one statement. */
  readonly patience: number;
  /** Milliseconds between rounds that check everything, in case the listening connection has failed unnoticed. */
  readonly safetyRound: number;
  /** Milliseconds between a reading that failed and the next one. */
  readonly retryAfter: number;
}
