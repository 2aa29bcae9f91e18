import { fault, refuseFault } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { refusedDomain } from '../../store/policy/policy.ts';

/**
 * The allowed domains of new addresses.
 * @throws Refusal `invalid_request`
 */
export async function requireEmailDomain(
  { connection }: Snapshot,
  ...emails: readonly (string | null | undefined)[]
): Promise<void> {
  const given = emails.flatMap((email) => (email ? [email] : []));
  const refused = given.length > 0 ? await refusedDomain(connection, ...given) : undefined;
  if (refused) refuseFault('invalid_request', fault({ pointer: '/email' }, 'email_domain_refused', refused));
}
