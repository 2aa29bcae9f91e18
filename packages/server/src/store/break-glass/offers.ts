import { limits, type Ref } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { walkOf, withWalks } from '../walk/walk.ts';

/** A role that a user may take at once, and for how many seconds. */
export interface Offer {
  readonly application: Ref;
  /** The id of the application’s facts. */
  readonly appId: string;
  readonly role: { readonly id: string; readonly name: string; readonly title: string };
  readonly seconds: number;
  /** Whether they hold it already. */
  readonly held: boolean;
  /** Whether a reviewer recently found that the user should not have taken it. */
  readonly objected: boolean;
}

/**
 * The roles whose policies let a user take them at once, directly or as a member of a group, sorted by name; of one
 * application, by its identifier, or of all.
 */
export async function offersTo(snapshot: Snapshot, userId: string, application?: string): Promise<Offer[]> {
  const walk = walkOf(snapshot);
  const { rows } = await snapshot.connection.query<Offer>(sql`
    ${withWalks(walk.holdings(sql`select ${userId}::uuid`))}
    select json_build_object('id', a.key, 'name', a.name) as application, a.id as "appId",
      json_build_object('id', role.id, 'name', role.name, 'title', role.title) as role, (o.policy -> 'breakGlass' ->> 'seconds')::int as seconds,
      role.id in (select id from r) as held,
      exists (select from break_glass x where x.user_id = ${userId} and x.role_id = role.id and ${present('x')} and x.state = 'objected'
        and x.reviewed_at > ${later(snapshot.at, -limits.breakGlassAfterObjection.value)}) as objected
    from role_policies o join roles role on role.id = o.role_id and ${present('role')} join applications a on a.id = o.app_id and ${present('a')}
    where ${application === undefined ? sql`true` : sql`a.key = ${application}`} and ${present('o')} and ${policyNames('o', sql`select id from g`)}
      and exists (
        select from g where to_jsonb(g.id) <@ (o.policy -> 'breakGlass' -> 'users') or to_jsonb(g.id) <@ (o.policy -> 'breakGlass' -> 'groups'))
    order by ${inNameOrder(sql`a.name`)}, ${inNameOrder(sql`role.name`)}`);
  return rows;
}
