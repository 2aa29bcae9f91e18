import { fault } from '../../refusal.ts';
import type { GrantState } from '../../store/grants/list.ts';
import { refuseFields } from '../require.ts';

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
