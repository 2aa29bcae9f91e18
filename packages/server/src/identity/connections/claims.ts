import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { isValue } from './claim-value.ts';
import type { Proved, Provider } from './external-provider.ts';

/**
 * What of a provider's word can be kept. By its name for somebody they are known for good, and by its name for the session it says later that this has
 * ended: where one of them cannot be kept as it is, nobody is signed in. Of how they signed in, words that nothing is compared with are left out.
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
