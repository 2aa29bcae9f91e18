import { calls } from '@licet/contract';
import { listAddress } from '../../blocks/lists/list-address.ts';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of the list of grants and exceptions that end soon. */
export const readEnding = addressReader(calls.endings.list.query, listAddress);
export type EndingAddress = ReturnType<typeof readEnding>;
