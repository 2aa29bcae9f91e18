/** An event of the audit log, as stored. */
export interface LoggedEvent {
  readonly at: string;
  readonly action: string;
  readonly application: string | null;
  readonly targetId: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

type Fields = Readonly<Record<string, unknown>>;
type To = string | { readonly kind: string; readonly name: string };

interface Grant {
  readonly application: string;
  /** The id of a user or a group. */
  readonly to: string;
  readonly kind: string;
  readonly name: string;
  readonly starts: number;
  readonly ends: number;
}

/** Reconstructs the organisation from the audit log, event by event, without the tables of facts. */
export class Replay {
  /** The status of each user by id. */
  readonly users = new Map<string, string>();
  readonly #usernames = new Map<string, string>();
  readonly #groups = new Map<string, string>();
  /** The members of each group, by ids. */
  readonly #members = new Map<string, Set<string>>();
  readonly #roles = new Map<
    string,
    { readonly permissions: readonly string[]; readonly includes: readonly string[] }
  >();
  readonly #grants = new Map<string, Grant>();

  apply({ action, application, targetId, before, after }: LoggedEvent): void {
    const app = application ?? '';
    if (action === 'user.created' || action === 'licet.set_up')
      this.#setUser(targetId, after, action === 'user.created' ? 'invited' : 'active');
    else if (action === 'user.activated' || action === 'user.reactivated') this.users.set(targetId, 'active');
    else if (action === 'user.suspended') this.users.set(targetId, 'suspended');
    else if (action === 'user.deleted') this.#forget(targetId);
    else if (action === 'group.created' || action === 'group.changed') this.#groups.set(String(after?.name), targetId);
    else if (action === 'group.member_added') this.#membersOf(targetId).add(this.#idOf(after?.member as To));
    else if (action === 'group.member_removed') this.#membersOf(targetId).delete(this.#idOf(before?.member as To));
    else if (action === 'role.created' || action === 'role.changed') this.#setRole(app, after);
    else if (action === 'role.deleted') this.#deleteRole(app, String(before?.name));
    else if (action === 'grant.created' || action === 'grant.changed') this.#setGrant(app, targetId, after);
    else if (action === 'grant.revoked') this.#grants.delete(targetId);
    const given = after?.grant as (Fields & { readonly id: string }) | undefined;
    if ((action === 'request.approved' || action === 'break_glass.used') && given) this.#setGrant(app, given.id, given);
  }

  /** Whether a user may do something at an instant. */
  permits(user: string, application: string, permission: string, at: number): boolean {
    // Users who were created and have not signed in yet already hold their access.
    if ((this.users.get(user) ?? 'suspended') === 'suspended') return false;
    const principals = this.#withGroups(user);
    return [...this.#grants.values()].some(
      (grant) =>
        grant.application === application &&
        principals.has(grant.to) &&
        grant.starts <= at &&
        at < grant.ends &&
        (grant.kind === 'permission' ? grant.name === permission : this.#gives(application, grant.name, permission)),
    );
  }

  #gives(application: string, role: string, permission: string): boolean {
    if (role === 'admin') return true;
    const { permissions = [], includes = [] } = this.#roles.get(`${application}/${role}`) ?? {};
    return permissions.includes(permission) || includes.some((it) => this.#gives(application, it, permission));
  }

  #withGroups(user: string): ReadonlySet<string> {
    const found = new Set([user]);
    for (let before = 0; before < found.size; ) {
      before = found.size;
      for (const [group, members] of this.#members) if ([...members].some((it) => found.has(it))) found.add(group);
    }
    return found;
  }

  #setUser(id: string, after: Fields | null, status: string): void {
    this.users.set(id, status);
    this.#usernames.set(String(after?.username), id);
  }

  #forget(id: string): void {
    this.users.delete(id);
    for (const members of this.#members.values()) members.delete(id);
    for (const [grant, { to }] of this.#grants) if (to === id) this.#grants.delete(grant);
  }

  #setRole(application: string, after: Fields | null): void {
    const { name, permissions, includes } = after as { name: string; permissions: string[]; includes: string[] };
    this.#roles.set(`${application}/${name}`, { permissions, includes });
  }

  #deleteRole(application: string, name: string): void {
    this.#roles.delete(`${application}/${name}`);
    for (const [id, grant] of this.#grants)
      if (grant.application === application && grant.kind === 'role' && grant.name === name) this.#grants.delete(id);
  }

  #setGrant(application: string, id: string, after: Fields | null): void {
    const { to, gives, starts, ends } = after as {
      to: To;
      gives: { kind: string; name: string };
      starts: string;
      ends: string | null;
    };
    this.#grants.set(id, {
      application,
      to: this.#idOf(to),
      ...gives,
      starts: Date.parse(starts),
      ends: ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends),
    });
  }

  #membersOf(group: string): Set<string> {
    const members = this.#members.get(group) ?? new Set();
    this.#members.set(group, members);
    return members;
  }

  /** A user is logged as `Name (username)`, a group by its name. */
  #idOf(to: To): string {
    const found =
      typeof to === 'string' ? this.#usernames.get(to.slice(to.lastIndexOf('(') + 1, -1)) : this.#groups.get(to.name);
    if (found === undefined) throw new Error(`The log names ${JSON.stringify(to)}, which no earlier event made.`);
    return found;
  }
}
