import { domainOf, shownDomain } from '@licet/contract';
import type { KindsOf, ValuesOf } from '@licet/contract/reasons';
import type { Queryable } from '../kernel/pool.ts';
import { findRules } from './policy.ts';

/** A domain that new users may not have, the first allowed one, and the number of others. */
export type RefusedDomain = ValuesOf<KindsOf<'field', 'email_domain_refused'>>;

/** Finds the first address that new users may not have; undefined when they may have all. */
export async function refusedDomain(
  connection: Queryable,
  ...emails: readonly string[]
): Promise<RefusedDomain | undefined> {
  const { emailDomains } = await findRules(connection);
  const domain = emails.map((email) => domainOf(email) ?? '').find((it) => !emailDomains.includes(it));
  if (emailDomains.length === 0 || domain === undefined) return undefined;
  const domains = emailDomains.slice(0, domainsNamed).map(shownDomain);
  return { domain: shownDomain(domain), domains, others: emailDomains.length - domains.length };
}

const domainsNamed = 5;
