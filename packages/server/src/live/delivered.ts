import { channelOf } from '../channel.ts';

/** Publishes every change that streams were notified of, with the delay. */
export const changesDelivered = channelOf<{ readonly seconds: number }>('licet.live.told');
