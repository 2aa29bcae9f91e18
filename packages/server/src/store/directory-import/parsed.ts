import {
  adminRole,
  type DirectoryLine,
  type DirectoryUser,
  type FieldError,
  foldIdentity,
  identityKey,
  licetApplication,
} from '@licet/contract';
import { fault } from '../../refusal.ts';

/** The parsed content of another system; links refer to users, groups and roles by their index in the lists. */
export interface ParsedDirectory {
  readonly lines: number;
  readonly applications: readonly Of<'application'>[];
  readonly roles: readonly { readonly application: string; readonly name: string; readonly title: string }[];
  readonly groups: readonly { readonly name: string; readonly key: string; readonly description: string }[];
  readonly users: readonly Omit<DirectoryUser, 'groups' | 'roles'>[];
  readonly links: Readonly<Record<LinkKind, readonly Link[]>>;
  readonly end: Of<'end'>;
}

/**
 * The kinds of links: a role includes a role, a group or a user is in a group, and a group or a user is granted a role.
 */
export const linkKinds = ['inclusion', 'nesting', 'membership', 'groupGrant', 'userGrant'] as const;
export type LinkKind = (typeof linkKinds)[number];
export type Link = readonly [from: number, to: number];

type Of<Kind extends string> = Extract<DirectoryLine, { [K in Kind]: unknown }>[Kind];

/** Collects the parsed lines of a directory. Each `add…` returns the fault of its line, if any. */
export class DirectoryParts {
  readonly applications: Of<'application'>[] = [];
  readonly roles: { application: string; name: string; title: string }[] = [];
  readonly groups: { name: string; key: string; description: string }[] = [];
  readonly users: Omit<DirectoryUser, 'groups' | 'roles'>[] = [];
  readonly links: Record<LinkKind, Link[]> = {
    inclusion: [],
    nesting: [],
    membership: [],
    groupGrant: [],
    userGrant: [],
  };
  end: Of<'end'> | undefined;
  /** The number of records and links. */
  records = 0;
  readonly #places = new Map<string, number>();
  readonly #once = new Set<string>();

  /** @param no the number of the line */
  add(line: DirectoryLine, no: number): FieldError | undefined {
    if (this.end) return fault({ line: no }, 'directory_line_after_end', {});
    this.records += 1;
    if ('user' in line) return this.#addUser(line.user, no);
    if ('role' in line) return this.#addRole(line.role, no);
    if ('group' in line) return this.#addGroup(line.group, no);
    if ('application' in line) return this.#addApplication(line.application, no);
    this.end = line.end;
    return undefined;
  }

  #addApplication(application: Of<'application'>, line: number): FieldError | undefined {
    if (application.id === licetApplication) return fault({ line }, 'directory_line_licet', {});
    if (this.#place('application', application.id, this.applications.length)) return repeated(line);
    this.applications.push(application);
    return undefined;
  }

  #addRole({ application, name, title, includes }: Of<'role'>, line: number): FieldError | undefined {
    if (!this.#places.has(`application ${application}`))
      return fault({ line }, 'directory_name_missing', { kind: 'application', name: application });
    if (name === adminRole && includes.length > 0) return fault({ line }, 'directory_admin_includes', {});
    const place = this.roles.length;
    if (this.#place('role', `${application} ${name}`, place)) return repeated(line);
    this.roles.push({ application, name, title });
    return this.#link(
      line,
      'inclusion',
      place,
      includes.map((role) => ['role', `${application} ${role}`]),
    );
  }

  #addGroup({ name, description, within, roles }: Of<'group'>, line: number): FieldError | undefined {
    const key = foldIdentity(name);
    const place = this.groups.length;
    if (this.#place('group', key, place)) return repeated(line);
    this.groups.push({ name, key, description });
    return (
      this.#link(line, 'nesting', place, within === null ? [] : [['group', foldIdentity(within)]]) ??
      this.#link(line, 'groupGrant', place, roles.map(roleName))
    );
  }

  #addUser({ groups, roles, ...user }: Of<'user'>, line: number): FieldError | undefined {
    const place = this.users.length;
    if (this.#place('user', foldIdentity(user.username), place)) return repeated(line);
    if (user.email !== null && this.#place('address', identityKey(user.email), place))
      return fault({ line }, 'directory_email_repeated', {});
    this.users.push(user);
    return (
      this.#link(
        line,
        'membership',
        place,
        groups.map((name) => ['group', foldIdentity(name)]),
      ) ?? this.#link(line, 'userGrant', place, roles.map(roleName))
    );
  }

  /** Whether the name is already used; if not, stores its place. */
  #place(kind: string, key: string, place: number): boolean {
    const name = `${kind} ${key}`;
    if (this.#places.has(name)) return true;
    this.#places.set(name, place);
    return false;
  }

  #link(
    line: number,
    kind: LinkKind,
    from: number,
    names: readonly (readonly [kind: 'role' | 'group', key: string])[],
  ): FieldError | undefined {
    for (const [what, key] of names) {
      const to = this.#places.get(`${what} ${key}`);
      if (to === undefined) return fault({ line }, 'directory_name_missing', { kind: what, name: key });
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
const repeated = (line: number) => fault({ line }, 'directory_line_repeated', {});
