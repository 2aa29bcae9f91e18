import { randomBytes } from 'node:crypto';
import { newEmail as address, domainOf, newUser, newUsername, shownDomain } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { StoredConnection } from '../../store/connections/connections.ts';
import {
  type AccountElsewhere,
  findIdentity,
  insertIdentity,
  usedIdentity,
} from '../../store/connections/identities.ts';
import { change } from '../../store/kernel/change.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { refusedDomain } from '../../store/policy/policy.ts';
import { type Account, findAccount } from '../../store/sign-in/accounts.ts';
import { noteVerified } from '../../store/users/addresses.ts';
import { findUserByName, insertUser } from '../../store/users/users.ts';
import type { Proved } from './external-provider.ts';
import { joinFirstGroups } from './mapped-groups.ts';

/** The user of an external account, existing or created. @throws Refusal `identity_unknown`, and as `makeUser` */
export async function accountOf(
  { database }: { readonly database: Database },
  { now }: { readonly now: string },
  connection: StoredConnection,
  proved: Proved,
): Promise<Account> {
  const pool = poolOf(database);
  let identity = await findIdentity(pool, proved);
  if (!identity) {
    await makeUser(database, connection, proved);
    identity = await findIdentity(pool, proved);
  }
  const account = identity && (await findAccount(database, identity.userId));
  const refused = () => refuse('identity_unknown', 'identity_of_no_active', { connection: connection.name });
  if (!identity || account?.status !== 'active') return refused();
  // Check this after the epoch was read. A reset that unlinks the account later begins a new epoch and so ends this sign-in.
  if (!(await usedIdentity(pool, identity.id, labelled(proved), now))) return refused();
  return account;
}

/**
 * Creates a user at the first sign-in through a provider. The connection must allow this, and the address must be
 * verified and in an allowed domain. The address never gives access to an existing user (attack 28). A taken address is
 * reported only after the provider has proved that it belongs to the person.
 * @throws Refusal `identity_unknown`, `address_missing`, `address_unverified`, `domain_not_allowed`, `address_taken`
 */
async function makeUser(database: Database, connection: StoredConnection, proved: Proved): Promise<void> {
  const email = requireAddress(connection, proved);
  await change(database, { kind: 'system', id: null, name: connection.name }, async (handle) => {
    const elsewhere = await refusedDomain(handle.connection, email);
    if (elsewhere) refuse('domain_not_allowed', 'domain_refused', elsewhere);
    // Two parallel first sign-ins: the later one finds the user that the earlier one created.
    if (await findIdentity(handle.connection, proved)) return beaten();
    if (await findUserByName(handle, email))
      refuse('address_taken', 'address_of_account', { address: email, connection: connection.name });
    const user = await insertUser(handle, {
      username: await freeUsername(handle, proved.username, email),
      email,
      name: nameOf(proved, email),
      status: 'active',
    });
    await noteVerified(handle, user.id, email);
    await insertIdentity(handle.connection, user.id, connection.id, labelled(proved), handle.clock, true);
    const joined = await joinFirstGroups(handle, connection, proved.groups, user);
    handle.record({
      action: 'user.created',
      target: { kind: 'user', id: user.id, name: user.name },
      after: {
        username: user.username,
        email,
        name: user.name,
        status: user.status,
        connection: connection.name,
        ...joined,
      },
    });
  }).catch((error: unknown) => {
    if (error !== alreadyThere) throw error;
  });
}

/** The label that the owner sees for an external account: the first of its names that can be stored and is readable. */
export const labelled = (proved: Proved): AccountElsewhere => ({
  issuer: proved.issuer,
  subject: proved.subject,
  name: [proved.email, proved.username, proved.name].find(isReadable)?.trim() ?? proved.subject,
  assuranceValues: assuranceValuesOf(proved),
});

const isReadable = (name: string | null) => newUser.shape.name.safeParse(name?.trim()).success;

/** The provider's `amr`; a connection may count some of its values as two factors. */
export const assuranceValuesOf = ({ acr, amr }: Proved): string[] => [...amr, ...(acr === null ? [] : [acr])];

const alreadyThere = new Error('The user was made at the same moment.');
function beaten(): never {
  throw alreadyThere;
}

function requireAddress(connection: StoredConnection, { email: given, emailVerified }: Proved): string {
  const { name, createsUsers, trustsAddresses, allowedDomains } = connection;
  if (!createsUsers) refuse('identity_unknown', 'identity_of_nobody', { connection: name });
  // Lower-cases ASCII letters only: `toLowerCase` turns a final Σ into ς, which is another letter in a domain.
  const email = given?.trim().replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) ?? '';
  if (!address.safeParse(email).success) refuse('address_missing', 'address_not_given', { connection: name });
  if (!(emailVerified ?? trustsAddresses)) refuse('address_unverified', 'address_not_verified', { connection: name });
  const domain = domainOf(email) ?? '';
  if (!allowedDomains.includes(domain))
    refuse('domain_not_allowed', 'domain_without_accounts', { domain: shownDomain(domain) });
  return email;
}

function nameOf(proved: Proved, email: string): string {
  const [local = ''] = email.split('@');
  const fits = [proved.name?.trim(), proved.username, local].find((it) => newUser.shape.name.safeParse(it).success);
  return fits ?? email;
}

async function freeUsername(snapshot: Snapshot, given: string | null, email: string): Promise<string> {
  const [own = ''] = (given ?? '').split('@');
  const [local = ''] = email.toLowerCase().split('@');
  const bases = [own, local].filter((base) => newUsername.safeParse(base).success);
  for (const base of [...bases, ...bases.flatMap((it) => Array.from({ length: 8 }, (_, no) => `${it}${no + 2}`))])
    if (newUsername.safeParse(base).success && !(await findUserByName(snapshot, base))) return base;
  return `user-${randomBytes(6).toString('hex')}`;
}
