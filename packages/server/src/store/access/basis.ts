import { adminRole, identityKeys } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { literal, prepared, type Sql, type Statement, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { type EffectiveAccess, effectiveColumns, type HeldAccess, heldColumns, holdingParts } from './effective.ts';
import { edges, type LeadRow, type Leads, leadsOf } from './role-graph.ts';
import { type CataloguePermission, isId, type Party, type Subject, spelledFirst, whichUser } from './subjects.ts';

/** The application by its identifier, and the principal by id, username or e-mail address. */
export interface AskedAbout {
  readonly application: string;
  readonly party: string;
}

/** The data from which an answer about a principal in an application is computed. */
export interface Basis<Held = EffectiveAccess> {
  readonly application: Subject;
  readonly party: Party;
  readonly held: Held;
}

/** The basis of a decision about a permission, with the roles that can give the permission. */
export interface DecisionBasis extends Basis<HeldAccess> {
  /** Undefined if the catalogue has no permission of that name. */
  readonly permission: CataloguePermission | undefined;
  readonly leads: Leads;
}

/** SQL that selects a user `u`: a condition, and an order if several users may match. */
interface Who {
  readonly which: Sql;
  readonly first?: Sql;
}

/** The keys of a username or an e-mail address. */
type Keys = readonly string[];

/** What does not exist at the snapshot: the application or the principal. */
export type Missing = 'application' | 'party';

/** Reads the basis in one statement. */
export async function readBasis(snapshot: Snapshot, { application, party }: AskedAbout): Promise<Basis | Missing> {
  const { connection, no, at } = snapshot;
  const { rows } = await connection.query<Row<EffectiveAccess>>(
    isId(party) ? byId(no, at, application, party) : byName(no, at, application, identityKeys(party)),
  );
  return basisOf(rows[0]);
}

/** Reads the basis of a decision in one statement. */
export async function readDecisionBasis(
  snapshot: Snapshot,
  { application, party, permission }: AskedAbout & { readonly permission: string },
): Promise<DecisionBasis | Missing> {
  const { connection, no, at } = snapshot;
  const { rows } = await connection.query<Row<HeldAccess> & Led>(
    isId(party)
      ? decisionById(no, at, application, party, permission)
      : decisionByName(no, at, application, identityKeys(party), permission),
  );
  const basis = basisOf(rows[0]);
  if (typeof basis === 'string') return basis;
  return { ...basis, permission: rows[0]?.named ?? undefined, leads: leadsOf(rows[0]?.leads ?? []) };
}

/**
 * A permission of an application and the roles that can give it. The permission is undefined if the catalogue has none
 * of that name.
 */
export interface PermissionBasis {
  readonly application: Subject;
  readonly permission: CataloguePermission | undefined;
  readonly leads: Leads;
}

/**
 * Reads a permission and the roles that can give it in one statement. Returns `application` if the application does not
 * exist.
 */
export async function readPermissionBasis(
  { connection, no, at }: Snapshot,
  asked: { readonly application: string; readonly permission: string },
): Promise<PermissionBasis | 'application'> {
  const { rows } = await connection.query<Led & { application: Subject | null }>(
    ofPermission(no, at, asked.application, asked.permission),
  );
  const [row] = rows;
  if (!row?.application) return 'application';
  return { application: row.application, permission: row.named ?? undefined, leads: leadsOf(row.leads) };
}

type Row<Held> = Held & { readonly application: Subject | null; readonly party: Party | null };
type Led = {
  readonly named: CataloguePermission | null;
  readonly leads: LeadRow[];
};

function basisOf<Held extends object>(
  row: Row<Held> | undefined,
): Basis<Omit<Row<Held>, 'application' | 'party'>> | Missing {
  if (!row?.application) return 'application';
  const { application, party, ...held } = row;
  return party ? { application, party, held } : 'party';
}

const applicationOf = (walk: Walk, key: unknown): Sql =>
  sql`app as materialized (select a.id, a.key, a.name from applications a where a.key = ${key} and ${walk.counts('a')})`;

const subjects = (walk: Walk, key: unknown, { which, first = sql`` }: Who, program: Sql): Sql => sql`
  ${applicationOf(walk, key)},
  party as materialized (
    select * from ((select 'user' as kind, u.id, u.username as detail, u.name, u.status from users u where ${which} and ${walk.counts('u')} ${first} limit 1)
    ${program}) either limit 1
  ),
  ${holdingParts(walk, sql`(select id from party)`, sql`(select id from app)`)}`;

const application = sql`(select to_json(app) from app) as application`;

const columns = (held: Sql): Sql => sql`
  ${application}, (select to_json(party) from party) as party, ${held}`;

const programOf = (walk: Walk, id: unknown): Sql => sql`
  union all select 'client', c.id, a.key, c.name, 'active' from clients c join applications a on a.id = c.app_id and ${walk.counts('a')}
  where c.id = ${id} and ${walk.program('c')}`;

const holding = (walk: Walk, permission: unknown): Sql => sql`
  named as materialized (
    select n.id, n.name, n.title from permissions n
    where n.app_id = (select id from app) and n.name = ${permission} and ${walk.counts('n')}
  ),
  holding(id) as materialized (
    select rp.role_id from role_permissions rp where rp.permission_id = (select id from named) and ${walk.counts('rp')}
  ),
  ${walk.rolesAbove(
    'above',
    sql`select id from holding union
      select r.id from roles r where r.app_id = (select id from app) and r.name = ${literal(adminRole)} and ${walk.counts('r')}`,
  )}`;

const leading = (walk: Walk): Sql => sql`, (select to_json(named) from named) as named, coalesce((
  select json_agg(json_build_object(
    'id', n.id, 'name', n.name, 'title', n.title, 'included', i.included, 'holds', n.id in (select id from holding)
  )) from ${edges(walk, 'above')}), '[]') as leads`;

const basis = (
  no: unknown,
  at: unknown,
  key: unknown,
  who: Who,
  program: (walk: Walk) => Sql,
  permission?: unknown,
): Sql => {
  const walk = asOf(no, at);
  const found = subjects(walk, key, who, program(walk));
  if (permission === undefined) return sql`${withWalks(found)} select ${columns(effectiveColumns(walk))}`;
  return sql`${withWalks(found, holding(walk, permission))} select ${columns(heldColumns(walk))}${leading(walk)}`;
};

const none = () => sql``;
const byKeys = (keys: unknown): Who => ({ which: whichUser(keys), first: spelledFirst(keys) });
type Asked<Party> = [no: number, at: string, key: string, party: Party];
type AskedToDecide<Party> = [...Asked<Party>, permission: string];
type Ask<Args extends unknown[]> = (...args: Args) => Statement;

const byId: Ask<Asked<string>> = prepared<Asked<string>>('access-basis-by-id', (no, at, key, id) =>
  basis(no, at, key, { which: sql`u.id = ${id}` }, (walk) => programOf(walk, id)),
);
const byName: Ask<Asked<Keys>> = prepared<Asked<Keys>>('access-basis-by-name', (no, at, key, name) =>
  basis(no, at, key, byKeys(name), none),
);
const decisionById: Ask<AskedToDecide<string>> = prepared<AskedToDecide<string>>(
  'decision-basis-by-id',
  (no, at, key, id, permission) =>
    basis(no, at, key, { which: sql`u.id = ${id}` }, (walk) => programOf(walk, id), permission),
);
const decisionByName: Ask<AskedToDecide<Keys>> = prepared<AskedToDecide<Keys>>(
  'decision-basis-by-name',
  (no, at, key, name, permission) => basis(no, at, key, byKeys(name), none, permission),
);
const ofPermission = prepared<[no: number, at: string, key: string, permission: string]>(
  'permission-basis',
  (no, at, key, permission) => {
    const walk = asOf(no, at);
    return sql`${withWalks(applicationOf(walk, key), holding(walk, permission))} select ${application}${leading(walk)}`;
  },
);
