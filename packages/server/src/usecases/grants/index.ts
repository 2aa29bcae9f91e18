import type { Calls } from '@licet/contract';
import { listGrants } from '../../store/grants/list.ts';
import { read } from '../../store/kernel/snapshot.ts';
import type { Handler, Handlers } from '../handler.ts';
import { requireApplication } from '../require.ts';
import { create } from './create.ts';
import { revoke } from './revoke.ts';
import { statesIn } from './states.ts';
import { update } from './update.ts';

const list: Handler<Calls['grants']['list']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const { factId } = await requireApplication(snapshot, params.application);
    return listGrants(snapshot, { ...query, application: factId, states: statesIn(query.state) });
  });

export const grants: Handlers<'grants'> = { list, create, update, revoke };
