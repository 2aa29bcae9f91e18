import type { CallId, CallOf, PlannedCall } from '@licet/contract';
import type { Draws } from '../../../../bench/organisation/draws.ts';
import { lastChange } from '../../../../packages/server/src/store/watching/state.ts';
import type { Reply } from '../../../../packages/server/src/usecases/use-case.ts';
import { idOf } from '../organisation.ts';
import { type CallInput, type Calls, sessionOf } from './calls.ts';
import { after, type Timeline } from './timeline.ts';

/** What a grant gives: `role clerk`, or `permission reports.export`. */
export type What = `role ${string}` | `permission ${string}`;

/** A username, or `group ` followed by the name of a group. */
export type Party = string;

export interface Planned {
  readonly call: PlannedCall;
  readonly as?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * The organisation at the current time of the clock, with its objects by name, and methods for the changes that its
 * users make.
 */
export class World {
  /** The ids by name. Roles and permissions are named `application/name`. */
  readonly ids = {
    users: new Map<string, string>(),
    groups: new Map<string, string>(),
    roles: new Map<string, string>(),
    permissions: new Map<string, string>(),
  };
  readonly calls: Calls;
  readonly timeline: Timeline;
  readonly draws: Draws;
  readonly #grants = new Map<string, string>();

  constructor(calls: Calls, timeline: Timeline, draws: Draws) {
    this.calls = calls;
    this.timeline = timeline;
    this.draws = draws;
  }

  user = (username: string): string => idOf(this.ids.users, username);
  group = (name: string): string => idOf(this.ids.groups, name);

  gives(application: string, what: What): { kind: 'role' | 'permission'; id: string } {
    const [kind = '', name = ''] = what.split(' ');
    return kind === 'role'
      ? { kind, id: idOf(this.ids.roles, `${application}/${name}`) }
      : { kind: 'permission', id: idOf(this.ids.permissions, `${application}/${name}`) };
  }

  knows = (to: Party): boolean => (to.startsWith('group ') ? this.ids.groups.has(to.slice(6)) : this.ids.users.has(to));

  principal(to: Party): { kind: 'user' | 'group'; id: string } {
    return to.startsWith('group ')
      ? { kind: 'group', id: this.group(to.slice(6)) }
      : { kind: 'user', id: this.user(to) };
  }

  as<Id extends CallId>(username: string, id: Id, input?: CallInput): Promise<Reply<CallOf<Id>>> {
    return this.calls.as(username === 'operator' ? username : this.user(username), id, input);
  }

  /** Grants a role or a permission, for some hours or without end. */
  async grant(
    by: string,
    application: string,
    to: Party,
    what: What,
    { hours, reason }: { readonly hours?: number | undefined; readonly reason: string },
  ): Promise<string> {
    const ends = hours === undefined ? {} : { ends: after(this.calls.clock.now, hours) };
    const body = { principal: this.principal(to), gives: this.gives(application, what), reason, ...ends };
    const { id } = await this.as(by, 'grants.create', { params: { application }, body });
    this.#grants.set(`${application} ${what} ${to}`, id);
    return id;
  }

  /** The last grant that {@link grant} made. */
  grantOf = (application: string, what: What, to: Party): string => idOf(this.#grants, `${application} ${what} ${to}`);

  /** Plans changes and applies them. Returns the number of the last one. */
  async plan(by: string, changes: readonly Planned[], more: object): Promise<number> {
    const { digest } = await this.as(by, 'plans.make', { body: { changes } });
    const { last } = await this.as(by, 'plans.apply', { body: { changes, digest, ...more } });
    if (changes.some(({ as }) => as !== undefined)) await this.readIds();
    return last;
  }

  /** Reverts one change or one plan, as the console's *Undo* does. */
  async revert(by: string, question: { readonly event: number } | { readonly plan: number }, reason: string) {
    const { changes, reverts } = await this.as(by, 'plans.revert', { body: question });
    await this.plan(by, changes as readonly Planned[], { reverts, reason });
  }

  /** The number of the last change. */
  lastNumber = (): Promise<number> => lastChange(this.calls.database.pool);

  /** Signs a user in again, for calls that require a fresh sign-in. */
  async signIn(username: string): Promise<void> {
    const id = this.user(username);
    const now = new Date(this.calls.clock.now).toISOString();
    await this.calls.database.pool.query(
      `insert into sessions (uid, user_id, created_at, seen_at, expires_at, proved_at, amr)
       values ($1, $2, $3, $3, $3::timestamptz + interval '12 hours', $3, '{pwd}')
       on conflict (uid) do update set created_at = $3, seen_at = $3, expires_at = excluded.expires_at, proved_at = $3`,
      [sessionOf(id), id, now],
    );
  }

  /** Reads the ids of all names. */
  async readIds(): Promise<void> {
    const query = { limit: '200' };
    const { users, groups, roles, permissions } = this.ids;
    for (const { username, id } of (await this.calls.as('operator', 'users.list', { query })).items)
      users.set(username, id);
    for (const { name, id } of (await this.calls.as('operator', 'groups.list', { query })).items) groups.set(name, id);
    for (const { id: application } of (await this.calls.as('operator', 'applications.list', { query })).items) {
      const asked = { params: { application }, query };
      for (const { name, id } of (await this.calls.as('operator', 'roles.list', asked)).items)
        roles.set(`${application}/${name}`, id);
      for (const { name, id } of (await this.calls.as('operator', 'permissions.list', asked)).items)
        permissions.set(`${application}/${name}`, id);
    }
  }
}
