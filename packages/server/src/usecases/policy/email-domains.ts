import { foldIdentity } from '@licet/contract';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findRules } from '../../store/policy/policy.ts';
import { refuseFields } from '../require.ts';

/** Where the e-mail addresses of new users may be, and new ones of users. @throws Refusal `invalid_request` */
export async function requireEmailDomain({ connection }: Snapshot, email: string | null | undefined): Promise<void> {
  if (!email) return;
  const { emailDomains } = await findRules(connection);
  const domain = foldIdentity(email).split('@').at(-1) ?? '';
  if (emailDomains.length === 0 || emailDomains.includes(domain)) return;
  const named = new Intl.ListFormat('en', { type: 'disjunction' }).format(emailDomains.slice(0, 5));
  const more = emailDomains.length > 5 ? ' and others' : '';
  refuseFields([{ pointer: '/email', detail: `E-mail addresses are at ${named}${more} here, not at ${domain}.` }]);
}
