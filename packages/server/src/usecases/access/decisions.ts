import { channelOf } from '../../channel.ts';

/** Told of every decision that Licet was asked for; those that applications make from a token are theirs. */
export const decisions = channelOf<{ readonly permitted: boolean }>('licet.access.decision');
