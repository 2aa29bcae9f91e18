import { present } from '../kernel/facts.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, join, Sql, sql, Value } from '../kernel/sql.ts';

/** The tables from which access is computed, or subqueries that overlay them with drafts. */
export type Relations = Readonly<
  Record<'users' | 'clients' | 'memberships' | 'inclusions' | 'role_permissions' | 'grants', Sql>
>;

const tables: Relations = {
  users: identifier('users'),
  clients: identifier('clients'),
  memberships: identifier('memberships'),
  inclusions: identifier('inclusions'),
  role_permissions: identifier('role_permissions'),
  grants: identifier('grants'),
};

interface Links {
  readonly links: 'memberships' | 'inclusions';
  readonly from: string;
  readonly to: string;
  readonly only?: string;
}

/**
 * Computes access, as pieces of SQL over the facts in force at an instant. No other code does. Every walk is a common
 * table expression `name(…carried, id)` for {@link withWalks}. The planner cannot know how short walks are, so lateral
 * steps with `offset 0` restrict them to index lookups.
 */
export class Walk {
  /** SQL that is true for the facts of a table alias that this walk includes. */
  readonly counts: (alias: string) => Sql;
  readonly at: Value | Sql;
  readonly relations: Relations;

  constructor(counts: (alias: string) => Sql, at: unknown, relations = tables) {
    this.counts = counts;
    this.at = at instanceof Value || at instanceof Sql ? at : new Value(at);
    this.relations = relations;
  }

  /** True for a grant that is in force at the instant. */
  granted(grant: string): Sql {
    return sql`${this.counts(grant)} and ${started(grant, this.at)} and ${lasting(grant, this.at)}`;
  }

  /** True for a grant that is or will be in force. */
  grantedOrLater(grant: string): Sql {
    return sql`${this.counts(grant)} and ${lasting(grant, this.at)}`;
  }

  /** True for a user who may hold anything: one who exists and is not suspended. */
  enabled(user: string): Sql {
    return sql`${this.counts(user)} and ${enabled(user)}`;
  }

  /** True for a client that may hold anything: one that acts for itself. */
  program(client: string): Sql {
    return sql`${this.counts(client)} and ${identifier(client)}.kind = 'service'`;
  }

  /** Selects `id`: the user or the program with that id, if it may hold anything. Users and programs never share an id. */
  holder(id: unknown): Sql {
    const { users, clients } = this.relations;
    return sql`select u.id from ${users} u where u.id = ${id} and ${this.enabled('u')}
      union all select c.id from ${clients} c where c.id = ${id} and ${this.program('c')}`;
  }

  /** True for a user who may sign in. */
  active(user: string): Sql {
    return sql`${this.counts(user)} and ${identifier(user)}.status = 'active'`;
  }

  /** Walks from members to all groups above them. The result includes the members. */
  groupsAbove(name: string, seed: Sql, carried: readonly string[] = []): Sql {
    return this.#walk(name, seed, carried, { links: 'memberships', from: 'member_id', to: 'group_id' });
  }

  /** Walks from groups to all groups below them. The result includes the first groups. */
  groupsBelow(name: string, seed: Sql, carried: readonly string[] = []): Sql {
    const only = `l.member_kind = 'group'`;
    return this.#walk(name, seed, carried, { links: 'memberships', from: 'group_id', to: 'member_id', only });
  }

  /** Walks from roles to all roles that they include. The result includes the first roles. */
  rolesBelow(name: string, seed: Sql, carried: readonly string[] = []): Sql {
    return this.#walk(name, seed, carried, { links: 'inclusions', from: 'role_id', to: 'included_id' });
  }

  /** Walks from roles to all roles that include them. The result includes the first roles. */
  rolesAbove(name: string, seed: Sql, carried: readonly string[] = []): Sql {
    return this.#walk(name, seed, carried, { links: 'inclusions', from: 'included_id', to: 'role_id' });
  }

  /** Selects `id`: the users who are direct members of the groups in a walk of {@link groupsBelow}. */
  membersOf(groups: string, carried: readonly string[] = []): Sql {
    return sql`select ${columns(carried, 'w')}l.member_id from ${identifier(groups)} w cross join lateral (
      select l.member_id from ${this.relations.memberships} l
      where l.group_id = w.id and l.member_kind = 'user' and ${this.counts('l')} offset 0
    ) l`;
  }

  /** The common table expression `name`: every user below the groups that `seed` selects, possibly with duplicates. */
  everybodyBelow(name: string, seed: Sql): Sql {
    const groups = `${name}_groups`;
    return sql`${this.groupsBelow(groups, seed)}, ${identifier(name)}(id) as (${this.membersOf(groups)})`;
  }

  /**
   * The common table expression `name`: every user who holds one of the roles that `seed` selects at the instant.
   * Includes suspended users.
   */
  holdersOf(name: string, seed: Sql): Sql {
    const [roles, given, groups] = [`${name}_roles`, `${name}_given`, `${name}_groups`];
    return sql`${this.rolesAbove(roles, seed)},
      ${identifier(given)} as (
        select x.principal_id, x.principal_kind from ${identifier(roles)} w cross join lateral (
          select x.principal_id, x.principal_kind from ${this.relations.grants} x where x.role_id = w.id and ${this.granted('x')} offset 0
        ) x
      ),
      ${this.groupsBelow(groups, sql`select principal_id from ${identifier(given)} where principal_kind = 'group'`)},
      ${identifier(name)}(id) as (
        select principal_id from ${identifier(given)} where principal_kind = 'user' union ${this.membersOf(groups)}
      )`;
  }

  /**
   * The common table expression `name`: all principals, including groups, that hold one of the roles that `seed`
   * selects, now or later. Includes suspended users.
   */
  reachedBy(name: string, seed: Sql): Sql {
    const roles = `${name}_roles`;
    const given = sql`select x.principal_id from ${identifier(roles)} w cross join lateral (
        select x.principal_id from ${this.relations.grants} x where x.role_id = w.id and ${this.grantedOrLater('x')} offset 0
      ) x`;
    return sql`${this.rolesAbove(roles, seed)},
      ${this.#walk(name, given, [], { links: 'memberships', from: 'group_id', to: 'member_id' })}`;
  }

  /**
   * The access of the principals that `seed` selects, as common table expressions:
   * - `g`: the principals with all groups above them
   * - `gr`: the present and future grants that satisfy `which` (alias x)
   * - `r` and `held`: the roles and the permissions of the grants in force
   */
  holdings(seed: Sql, which: Sql = sql`true`): Sql {
    return sql`${this.groupsAbove('g', seed)},
      gr as materialized (
        select x.app_id, x.role_id, x.permission_id, x.starts, x.ends from ${this.relations.grants} x
        where x.principal_id = any(array(select id from g)) and ${which} and ${this.grantedOrLater('x')}
      ),
      ${this.rolesBelow('r', sql`select role_id from gr where role_id is not null and ${started('gr', this.at)}`)},
      held(id) as (
        select rp.permission_id from ${this.relations.role_permissions} rp
        where rp.role_id = any(array(select id from r)) and ${this.counts('rp')}
        union all
        select permission_id from gr where permission_id is not null and ${started('gr', this.at)}
      )`;
  }

  #walk(name: string, seed: Sql, carried: readonly string[], { links, from, to, only = 'true' }: Links): Sql {
    return sql`${fragment(`${name}(${[...carried, 'id'].join(', ')})`)} as (
      ${seed}
      union
      select ${columns(carried, 'w')}l.id from ${identifier(name)} w cross join lateral (
        select ${fragment(`l.${to} as id from`)} ${this.relations[links]} ${fragment(`l where l.${from} = w.id and ${only}`)} and ${this.counts('l')} offset 0
      ) l
    )`;
  }
}

/** A walk over the facts recorded up to a change number. */
export const asOf = (no: unknown, at: unknown): Walk => {
  const number = no instanceof Value || no instanceof Sql ? no : new Value(no);
  return new Walk((alias) => inForce(alias, number), at);
};

/** A walk over present rows, which have partial indexes. */
export const asRecorded = (at: unknown): Walk => new Walk(present, at);

/** A walk over the facts of a snapshot. The newest snapshot uses the indexes of present rows. */
export const walkOf = ({ asOf: asked, no, at }: Snapshot): Walk =>
  asked === undefined ? asRecorded(at) : asOf(no, at);

/** The `with recursive` clause of a statement, from walks and other common table expressions. */
export const withWalks = (...expressions: readonly Sql[]): Sql => sql`with recursive ${join(expressions, ',\n')}`;

/** True for a row that has begun at an instant. */
export const started = (grant: string, at: unknown): Sql => sql`${identifier(grant)}.starts <= ${at}`;

/** True for a row that has not ended at an instant. */
export const lasting = (grant: string, at: unknown): Sql => sql`${identifier(grant)}.ends > ${at}`;

/** True for users who are not suspended. Suspended users hold nothing until they are reactivated. */
export const enabled = (user: string): Sql => fragment(`${user}.status <> 'suspended'`);

/**
 * The earliest start or end, after an instant, of the grants in `alias`. An answer from these grants is valid until
 * then.
 */
export const nextTurn = (alias: string, at: unknown): Sql => {
  const [starts, ends] = [identifier(`${alias}.starts`), identifier(`${alias}.ends`)];
  return sql`min(case when ${starts} > ${at} then ${starts} else ${ends} end) filter (where ${starts} > ${at} or ${ends} < 'infinity')`;
};

const columns = (names: readonly string[], alias: string) =>
  fragment(names.map((name) => `${alias}.${name}, `).join(''));
