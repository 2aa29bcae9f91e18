import { fault } from '../../refusal.ts';
import { type GrantState, listGrants } from '../../store/grants/list.ts';
import { refuseFields, requireApplication } from '../require.ts';
import { reading } from '../use-case.ts';

/**
 * The states in a comma-separated list; by default all except revoked.
 * @throws Refusal `invalid_request`
 */
export function statesIn(list: string | undefined): GrantState[] {
  if (list === undefined || list === '') return ['scheduled', 'active', 'expired'];
  const asked = list.split(',');
  const known = asked.filter((state): state is GrantState => (all as readonly string[]).includes(state));
  if (known.length < asked.length) refuseFields([fault({ pointer: '?state' }, 'grant_states', { states: [...all] })]);
  return known;
}

const all = ['scheduled', 'active', 'expired', 'revoked'] as const satisfies readonly GrantState[];

export const list = reading('grants.list', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return listGrants(snapshot, { ...query, application: factId, states: statesIn(query.state) });
});
