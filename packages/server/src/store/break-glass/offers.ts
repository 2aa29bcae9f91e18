import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { walkOf, withWalks } from '../walk/walk.ts';

/** A role that somebody may take at once, and for how many seconds. */
export interface Offer {
  readonly role: { readonly id: string; readonly name: string; readonly title: string };
  readonly seconds: number;
}

/** The roles of an application whose policies let a user take them at once, by themselves or as a member of a group; sorted by name. */
export async function offersTo(snapshot: Snapshot, appId: string, userId: string): Promise<Offer[]> {
  const walk = walkOf(snapshot);
  const { rows } = await snapshot.connection.query<Offer>(sql`
    ${withWalks(walk.groupsAbove('own', sql`select ${userId}::uuid`))}
    select json_build_object('id', r.id, 'name', r.name, 'title', r.title) as role, (o.policy -> 'breakGlass' ->> 'seconds')::int as seconds
    from role_policies o join roles r on r.id = o.role_id and ${present('r')}
    where o.app_id = ${appId} and ${present('o')} and o.policy -> 'breakGlass' <> 'null' and exists (
      select from own where to_jsonb(own.id) <@ (o.policy -> 'breakGlass' -> 'users') or to_jsonb(own.id) <@ (o.policy -> 'breakGlass' -> 'groups'))
    order by r.name`);
  return rows;
}
