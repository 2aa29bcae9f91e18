import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { refusedDomain } from '../../store/policy/email-domains.ts';
import { refuseFields } from '../require.ts';

/** Where the e-mail addresses of new users may be, and new ones of users. @throws Refusal `invalid_request` */
export async function requireEmailDomain(
  { connection }: Snapshot,
  ...emails: readonly (string | null | undefined)[]
): Promise<void> {
  const given = emails.flatMap((email) => (email ? [email] : []));
  const detail = given.length > 0 ? await refusedDomain(connection, ...given) : undefined;
  if (detail !== undefined) refuseFields([{ pointer: '/email', detail }]);
}
