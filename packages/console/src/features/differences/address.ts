import { calls } from '@licet/contract';
import { addressReader } from '../../blocks/read-address.ts';

/** Whose differences, between which instants; beside a role stands its application. */
export const readDifferences = addressReader(calls.differences.list.query, {});
export type DifferencesAddress = ReturnType<typeof readDifferences>;
