import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { findAddressLink, noteAddressSetter, noteVerified, useAddressLink } from '../../store/users/addresses.ts';
import { findUser, updateUser } from '../../store/users/users.ts';
import { viaOf } from '../authorise.ts';
import { requireEmailDomain } from '../policy/index.ts';
import { userTarget } from '../require.ts';
import { answering } from '../use-case.ts';

export const link = answering('emails.link', async ({ database, body }) => {
  const { address, user } = await readNow(database, (snapshot) => requireAddressLink(snapshot, body.token));
  const { name, username } = user;
  const organisation = await organisationName(poolOf(database));
  return { email: address, name, username, changes: address !== user.email, organisation };
});

/**
 * Verifies an address by its link, because only a reader of that address's mail has the link. A new address takes
 * effect now.
 */
export const verify = answering('emails.verify', async ({ database, body, caller, origin }) => {
  const { user: actor } = await readNow(database, (snapshot) => requireAddressLink(snapshot, body.token));
  return change(
    database,
    { kind: 'user', id: actor.id, name: actor.name, via: viaOf(caller, origin) },
    async (handle) => {
      const { address, own, user } = await requireAddressLink(handle, body.token);
      if (!(await useAddressLink(handle, body.token))) return noLink();
      const target = userTarget(user);
      if (address === user.email) handle.record({ action: 'user.email_verified', target, after: { email: address } });
      else {
        await requireEmailDomain(handle, address);
        await updateUser(handle, user, { email: address });
        if (user.email !== null) {
          const data = { at: handle.clock };
          await queueMail(handle, { to: [user.id], template: 'address_changed', data, address: user.email });
        }
        const after = { email: address, verified: true };
        handle.record({ action: 'user.changed', target, before: { email: user.email }, after });
      }
      await noteVerified(handle, user.id, address);
      if (own) await noteAddressSetter(handle, [user.id], null);
      return { email: address };
    },
  );
});

async function requireAddressLink(snapshot: Snapshot, token: string) {
  const found = await findAddressLink(snapshot.connection, token, snapshot.clock);
  const user = found && (await findUser(snapshot, found.userId));
  if (found === undefined || user?.status !== 'active') return noLink();
  return { address: found.address, own: found.own, user };
}

function noLink(): never {
  return refuse('link_invalid', 'link_ended', {});
}
