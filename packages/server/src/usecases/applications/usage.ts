import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { firstReport, listUsage } from '../../store/usage/list.ts';
import type { Handler } from '../handler.ts';
import { requireApplication } from '../require.ts';

export const usage: Handler<Calls['applications']['usage']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const { factId } = await requireApplication(snapshot, params.application);
    const { never, ...rest } = query;
    const found = await listUsage(snapshot, factId, { ...rest, never: never === 'true' });
    return { ...found, since: await firstReport(snapshot, factId) };
  });
