import { calls } from '@licet/contract';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of the list of what ends soon: the query of its call. */
export const readEnding = addressReader(calls.endings.list.query, {});
export type EndingAddress = ReturnType<typeof readEnding>;
