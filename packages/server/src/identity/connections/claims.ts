import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { isValue } from './claim-value.ts';
import type { Proved, Provider } from './external-provider.ts';

/**
 * The storable part of a provider's proof. Subject and session id must be stored exactly, because they identify the
 * user and the session later: otherwise the sign-in is refused. Values of `amr` that nothing is compared with are
 * left out.
 * @throws Refusal `provider_wrong`
 */
export function keepable({ name }: Pick<Provider, 'name'>, proved: Proved): Proved {
  const { subject, sid, acr, amr } = proved;
  if (!isValue(subject)) return refuse('provider_wrong', 'provider_fault', { connection: name, fault: 'subject' });
  if (sid !== null && !isValue(sid))
    return refuse('provider_wrong', 'provider_fault', { connection: name, fault: 'session' });
  return {
    ...proved,
    acr: acr !== null && isValue(acr) ? acr : null,
    amr: amr.filter(isValue).slice(0, limits.connectionValuesMax.value),
  };
}
