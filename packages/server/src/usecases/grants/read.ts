import { listGrants } from '../../store/grants/list.ts';
import { requireApplication } from '../require.ts';
import { reading } from '../use-case.ts';
import { statesIn } from './states.ts';

export const list = reading('grants.list', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return listGrants(snapshot, { ...query, application: factId, states: statesIn(query.state) });
});
