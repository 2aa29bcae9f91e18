import { tracingChannel } from 'node:diagnostics_channel';
import type { CallId } from '@licet/contract';

/** A call of the contract that is carried out. */
export interface CallMade {
  readonly id: CallId;
}

/** Publishes every call from its beginning to its end; without a subscriber the cost is negligible. */
export const callsMade = tracingChannel<CallMade, CallMade>('licet.call');
