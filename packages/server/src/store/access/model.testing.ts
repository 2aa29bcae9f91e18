/** Access computed naively in memory, following the text of the specification. The SQL must agree with it. */
export interface ModelState {
  /** The number of the change that produced this state. */
  readonly no: number;
  readonly at: string;
  readonly suspended: ReadonlySet<string>;
  /** Deleted things, by name. */
  readonly gone: ReadonlySet<string>;
  /** From a member to a group. */
  readonly memberships: readonly Link[];
  /** From a role to a role that it includes directly. */
  readonly inclusions: readonly Link[];
  /** From a role to a permission that it holds directly. */
  readonly holdings: readonly Link[];
  readonly grants: readonly ModelGrant[];
  /** The name of each group. */
  readonly names: ReadonlyMap<string, string>;
  readonly rules: ModelRules;
}

/** The policies of roles, by name, and the separation rules. */
export interface ModelRules {
  readonly policies: ReadonlyMap<string, ModelPolicy>;
  readonly separations: readonly ModelSeparation[];
  readonly exceptions: readonly ModelException[];
}

/** A change number for the current state. */
interface Versioned {
  readonly version: number;
}

export interface ModelPolicy extends Versioned {
  readonly requestable: boolean;
  /** Users and groups; if empty, the owners approve. */
  readonly approvers: readonly string[];
  readonly takers: readonly string[];
}

export interface ModelSeparation extends Versioned {
  readonly id: string;
  readonly name: string;
  readonly why: string;
  readonly parts: readonly (readonly string[])[];
}

export interface ModelException extends Versioned {
  readonly id: string;
  /** The id of the separation rule. */
  readonly separation: string;
  readonly holder: string;
  readonly ends: string;
}

export const noRules: ModelRules = { policies: new Map(), separations: [], exceptions: [] };

export type Link = readonly [from: string, to: string];

export interface ModelGrant {
  readonly id: string;
  readonly principal: string;
  /** The name of a role or of a permission. */
  readonly gives: string;
  readonly starts: string;
  readonly ends: string;
}

export interface ModelPath {
  readonly grant: string;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly admin: boolean;
}

export interface ModelWorld {
  /** The identifier of the application. */
  readonly key: string;
  readonly users: readonly string[];
  /** Clients that act for themselves. They are in no group and are never suspended. */
  readonly programs: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** Everything that the model says about one state at one instant. */
export class Model {
  readonly world: ModelWorld;
  readonly state: ModelState;
  readonly at: string;

  constructor(world: ModelWorld, states: readonly ModelState[], at: string) {
    const recorded = states.findLast((state) => state.at <= at);
    if (!recorded) throw new Error('The model has no state at that instant.');
    this.world = world;
    this.state = recorded;
    this.at = at;
  }

  /** Returns the same world at the given instant, with some facts replaced. */
  with(facts: Partial<ModelState>, at = this.at): Model {
    return new Model(this.world, [{ ...this.state, ...facts, at: '' }], at);
  }

  later(at: string): Model {
    return this.with({}, at);
  }

  roles(user: string): string[] {
    return this.world.roles.filter((role) => this.paths(user, role).length > 0).sort(codePointOrder);
  }

  permissions(user: string): string[] {
    return this.world.permissions.filter((name) => this.#listed(user, name).length > 0).sort(codePointOrder);
  }

  permitted(user: string, permission: string): boolean {
    return this.paths(user, 'admin').length > 0 || this.#listed(user, permission).length > 0;
  }

  /** Every path to a permission, including those by the role admin. */
  waysTo(user: string, permission: string): ModelPath[] {
    return [...this.#listed(user, permission), ...this.paths(user, 'admin').map((path) => ({ ...path, admin: true }))];
  }

  /** Every path to a role, or to a permission that is granted directly. */
  paths(user: string, wanted: string): ModelPath[] {
    if (this.state.suspended.has(user)) return [];
    const found: ModelPath[] = [];
    for (const groups of chains(user, this.state.memberships)) {
      const principal = groups.at(-1) ?? user;
      for (const grant of this.state.grants) {
        if (grant.principal !== principal || grant.starts > this.at || grant.ends <= this.at) continue;
        if (this.world.permissions.includes(grant.gives)) {
          if (grant.gives === wanted) found.push({ grant: grant.id, groups, roles: [], admin: false });
          continue;
        }
        for (const below of chains(grant.gives, this.state.inclusions)) {
          const roles = [grant.gives, ...below];
          if (roles.at(-1) === wanted) found.push({ grant: grant.id, groups, roles, admin: false });
        }
      }
    }
    return found;
  }

  changesAt(user: string): string | null {
    return this.#turns(user)[0] ?? null;
  }

  until(user: string, permission: string): string | null {
    const present = this.permitted(user, permission);
    return this.#turns(user).find((at) => this.later(at).permitted(user, permission) !== present) ?? null;
  }

  #listed(user: string, permission: string): ModelPath[] {
    const holding = this.world.roles.filter((role) =>
      this.state.holdings.some(([from, to]) => from === role && to === permission),
    );
    return [permission, ...holding].flatMap((wanted) => this.paths(user, wanted));
  }

  /** The users who hold a role or a permission, sorted by code point. */
  holders(wanted: string): string[] {
    return this.world.users.filter((user) => this.paths(user, wanted).length > 0).sort(codePointOrder);
  }

  /** The groups of a user, direct or nested. */
  groupsAbove(member: string): Set<string> {
    return new Set(chains(member, this.state.memberships).flat());
  }

  /** The grants that reach a user, in force or future. Suspended users have none. */
  grantsOf(user: string): ModelGrant[] {
    const principals = new Set([user, ...this.groupsAbove(user)]);
    return this.state.suspended.has(user)
      ? []
      : this.state.grants.filter(({ principal, ends }) => principals.has(principal) && ends > this.at);
  }

  /** Whether a grant is in force and gives something of the application itself. */
  here = ({ gives, starts }: ModelGrant) => starts <= this.at && this.#within(gives);

  /** Every role that a role gives, itself included. */
  below(role: string): string[] {
    return [role, ...chains(role, this.state.inclusions).flat()];
  }

  #within(name: string): boolean {
    return this.world.roles.includes(name) || this.world.permissions.includes(name);
  }

  #turns(user: string): string[] {
    return this.grantsOf(user)
      .filter(({ gives }) => this.#within(gives))
      .flatMap(({ starts, ends }) => [starts, ends])
      .filter((at) => at > this.at && at !== 'infinity')
      .sort();
  }
}

/** Sorted by code point, as UTF-8 bytes are. */
export function codePointOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Whether a new link would close a cycle. */
export function closesCircle([from, to]: Link, links: readonly Link[]): boolean {
  return from === to || chains(to, links).some((chain) => chain.includes(from));
}

/** Every path along the links from a start, including the empty one. */
function chains(start: string, links: readonly Link[]): string[][] {
  const further = links.filter(([from]) => from === start);
  return [[], ...further.flatMap(([, to]) => chains(to, links).map((chain) => [to, ...chain]))];
}
