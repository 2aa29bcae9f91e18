import { domainOf, shownDomain } from '@licet/contract';
import type { Queryable } from '../kernel/pool.ts';
import { findRules } from './policy.ts';

/** Why one of the addresses is none that new users may have, in a sentence; undefined when all are. */
export async function refusedDomain(connection: Queryable, ...emails: readonly string[]): Promise<string | undefined> {
  const { emailDomains } = await findRules(connection);
  const domain = emails.map((email) => domainOf(email) ?? '').find((it) => !emailDomains.includes(it));
  if (emailDomains.length === 0 || domain === undefined) return undefined;
  return `E-mail addresses are at ${namesOf(emailDomains.map(shownDomain))} here, not at ${shownDomain(domain)}.`;
}

/** The first few of them, as a sentence names them. */
export function namesOf(domains: readonly string[]): string {
  const named = new Intl.ListFormat('en', { type: 'disjunction' }).format(domains.slice(0, 5));
  return domains.length > 5 ? `${named} and others` : named;
}
