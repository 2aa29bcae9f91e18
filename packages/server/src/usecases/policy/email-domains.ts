import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { refusedDomain } from '../../store/policy/email-domains.ts';
import { refuseFields } from '../require.ts';

/** Where the e-mail addresses of new users may be, and new ones of users. @throws Refusal `invalid_request` */
export async function requireEmailDomain({ connection }: Snapshot, email: string | null | undefined): Promise<void> {
  const detail = email ? await refusedDomain(connection, email) : undefined;
  if (detail !== undefined) refuseFields([{ pointer: '/email', detail }]);
}
