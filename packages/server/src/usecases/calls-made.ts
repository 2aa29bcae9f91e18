import { tracingChannel } from 'node:diagnostics_channel';
import type { CallId } from '@licet/contract';

/** A call of the contract that is carried out. */
export interface CallMade {
  readonly id: CallId;
}

/** Told of every call, from its beginning to its end; while nobody listens, it costs nothing worth measuring. */
export const callsMade = tracingChannel<CallMade, CallMade>('licet.call');
