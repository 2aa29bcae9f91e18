import type { AccessRequest } from '@licet/contract';
import type { Caller } from '../context.ts';
import { callerOf, type TestLicet } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

/** An application with requestable roles, approvers and a requester. */
export interface Desk {
  readonly key: string;
  readonly params: { readonly application: string };
  readonly owner: User;
  /** A user with the role `reader` and a token for Licet. */
  readonly member: User;
  /** The same user with the application's own token. */
  readonly tab: User;
  /** Ids of the roles by name: `reader` gives invoices.read, `clerk` includes `reader` and gives refunds.approve. */
  readonly roles: Readonly<Record<'reader' | 'clerk' | 'admin', string>>;
  readonly permissions: Readonly<Record<'invoices.read' | 'refunds.approve', string>>;
  /** Makes a request as the member; by default for the permission refunds.approve for an hour. */
  ask(over?: object, caller?: User): Promise<AccessRequest>;
}

export async function deskIn(licet: TestLicet): Promise<Desk> {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const permission = async (name: string) =>
    (await licet.call('permissions.create', owner, { params, body: { name, title: `To ${name}` } })).id;
  const permissions = {
    'invoices.read': await permission('invoices.read'),
    'refunds.approve': await permission('refunds.approve'),
  };
  const role = async (name: string, body: object) =>
    (await licet.call('roles.create', owner, { params, body: { name, ...body } })).id;
  const reader = await role('reader', { permissions: [permissions['invoices.read']] });
  const clerk = await role('clerk', { permissions: [permissions['refunds.approve']], includes: [reader] });
  const { items } = await licet.call('roles.list', owner, { params, query: { q: 'admin' } });
  const roles = { reader, clerk, admin: items.find(({ builtIn }) => builtIn)?.id ?? '' };
  const member = await memberOf(licet, owner, key, reader);
  return {
    key,
    params,
    owner,
    member,
    tab: callerOf(member.userId, key),
    roles,
    permissions,
    ask: (over = { permission: 'refunds.approve' }, caller = member) =>
      licet.call('requests.ask', caller, { body: { ...asking(key), ...over } }),
  };
}

/** The fields that every request has besides what it asks for. */
export const asking = (application: string) => ({ application, reason: 'Ines is ill today', seconds: 3600 });

/** A new user who holds a role of an application. */
export async function memberOf(licet: TestLicet, owner: Caller, application: string, role: string): Promise<User> {
  const user = await licet.user();
  const body = { principal: { kind: 'user', id: user.userId }, gives: { kind: 'role', id: role } };
  await licet.call('grants.create', owner, { params: { application }, body });
  return user;
}

/** The input of a call about a request. */
export const about = ({ id }: { readonly id: string }, body?: object) => ({
  params: { request: id },
  ...(body ? { body } : {}),
});
