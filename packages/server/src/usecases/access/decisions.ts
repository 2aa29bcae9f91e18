import { channelOf } from '../../channel.ts';

/** Publishes every decision by Licet; checks that applications make from a token are not included. */
export const decisions = channelOf<{ readonly permitted: boolean }>('licet.access.decision');
