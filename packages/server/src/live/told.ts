import { channelOf } from '../channel.ts';

/** Told of every change that open streams were told of, and how long after it was made. */
export const changesTold = channelOf<{ readonly seconds: number }>('licet.live.told');
