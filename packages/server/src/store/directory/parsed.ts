import {
  adminRole,
  type DirectoryLine,
  type DirectoryUser,
  foldIdentity,
  identityKey,
  licetApplication,
} from '@licet/contract';

/** What comes over from another system; links refer to users, groups and roles by their place in the lists. */
export interface ParsedDirectory {
  readonly lines: number;
  readonly applications: readonly Of<'application'>[];
  readonly roles: readonly { readonly application: string; readonly name: string; readonly title: string }[];
  readonly groups: readonly { readonly name: string; readonly key: string; readonly description: string }[];
  readonly users: readonly Omit<DirectoryUser, 'groups' | 'roles'>[];
  readonly links: Readonly<Record<LinkKind, readonly Link[]>>;
  readonly end: Of<'end'>;
}

/** A role includes a role, a group or a user is in a group, a group or a user is granted a role. */
export const linkKinds = ['inclusion', 'nesting', 'membership', 'groupGrant', 'userGrant'] as const;
export type LinkKind = (typeof linkKinds)[number];
export type Link = readonly [from: number, to: number];

type Of<Kind extends string> = Extract<DirectoryLine, { [K in Kind]: unknown }>[Kind];

/** Puts the lines of a directory together. Each `add…` answers what is wrong with a line, in a sentence. */
export class DirectoryParts {
  readonly applications: Of<'application'>[] = [];
  readonly roles: { application: string; name: string; title: string }[] = [];
  readonly groups: { name: string; key: string; description: string }[] = [];
  readonly users: Omit<DirectoryUser, 'groups' | 'roles'>[] = [];
  readonly links: Record<LinkKind, Link[]> = {
    ...{ inclusion: [], nesting: [], membership: [], groupGrant: [], userGrant: [] },
  };
  end: Of<'end'> | undefined;
  /** How many things and links there are. */
  records = 0;
  readonly #places = new Map<string, number>();
  readonly #once = new Set<string>();

  add(line: DirectoryLine): string | undefined {
    if (this.end) return 'It stands behind the end.';
    this.records += 1;
    if ('user' in line) return this.#addUser(line.user);
    if ('role' in line) return this.#addRole(line.role);
    if ('group' in line) return this.#addGroup(line.group);
    if ('application' in line) return this.#addApplication(line.application);
    this.end = line.end;
    return undefined;
  }

  #addApplication(application: Of<'application'>): string | undefined {
    if (application.id === licetApplication)
      return 'Access to Licet itself is not imported. Give its roles one by one.';
    if (this.#place('application', application.id, this.applications.length)) return twice;
    this.applications.push(application);
    return undefined;
  }

  #addRole({ application, name, title, includes }: Of<'role'>): string | undefined {
    if (!this.#places.has(`application ${application}`)) return missing('application', application);
    if (name === adminRole && includes.length > 0) return 'The role admin is built in and includes none.';
    const place = this.roles.length;
    if (this.#place('role', `${application} ${name}`, place)) return twice;
    this.roles.push({ application, name, title });
    return this.#link(
      'inclusion',
      place,
      includes.map((role) => ['role', `${application} ${role}`]),
    );
  }

  #addGroup({ name, description, within, roles }: Of<'group'>): string | undefined {
    const key = foldIdentity(name);
    const place = this.groups.length;
    if (this.#place('group', key, place)) return twice;
    this.groups.push({ name, key, description });
    return (
      this.#link('nesting', place, within === null ? [] : [['group', foldIdentity(within)]]) ??
      this.#link('groupGrant', place, roles.map(roleName))
    );
  }

  #addUser({ groups, roles, ...user }: Of<'user'>): string | undefined {
    const place = this.users.length;
    if (this.#place('user', foldIdentity(user.username), place)) return twice;
    if (user.email !== null && this.#place('address', identityKey(user.email), place))
      return 'Its e-mail address stands in a line before.';
    this.users.push(user);
    return (
      this.#link(
        'membership',
        place,
        groups.map((name) => ['group', foldIdentity(name)]),
      ) ?? this.#link('userGrant', place, roles.map(roleName))
    );
  }

  /** Whether there is one of that name already. */
  #place(kind: string, key: string, place: number): boolean {
    const name = `${kind} ${key}`;
    if (this.#places.has(name)) return true;
    this.#places.set(name, place);
    return false;
  }

  #link(kind: LinkKind, from: number, names: readonly (readonly [kind: string, key: string])[]): string | undefined {
    for (const [what, key] of names) {
      const to = this.#places.get(`${what} ${key}`);
      if (to === undefined) return missing(what, key);
      const link = `${kind} ${from} ${to}`;
      if (this.#once.has(link)) continue;
      this.#once.add(link);
      this.records += 1;
      this.links[kind].push([from, to]);
    }
    this.#once.clear();
    return undefined;
  }
}

const roleName = ({ application, role }: { application: string; role: string }) =>
  ['role', `${application} ${role}`] as const;
const twice = 'It stands in a line before.';
const missing = (what: string, key: string) => `There is no ${what} “${key}” in the lines before.`;
