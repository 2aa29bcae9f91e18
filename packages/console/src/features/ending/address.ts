import { calls } from '@licet/contract';
import { addressReader } from '../../blocks/read-address.ts';

/** The address of what ends soon: what its list takes. */
export const readEnding = addressReader(calls.endings.list.query, {});
export type EndingAddress = ReturnType<typeof readEnding>;
