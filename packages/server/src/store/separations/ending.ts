import { adminRole, type LicetPermission, licetApplication, limits } from '@licet/contract';
import { instantAsText } from '../kernel/clock.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';

/** An exception to a separation rule, with its holder. */
export interface EndingException {
  /** The id of the rule. */
  readonly separation: string;
  readonly who: string;
  readonly rule: string;
  readonly ends: string;
}

/**
 * Marks exceptions that end within `days` days as reminded, soonest first, and returns them, so that no other process
 * sends the same reminders. Leaves out exceptions that last less than `days` days in total.
 */
export async function takeEndingExceptions(snapshot: Snapshot, days: number, most: number): Promise<EndingException[]> {
  const { connection, at, clock } = snapshot;
  const { rows } = await connection.query<EndingException>(sql`
    with taken as (
      insert into reminders (kind, of_id, ends_at)
      select 'exception', x.id, x.ends from separation_exceptions x join change made on made.no = x.created_no
      where ${present('x')} and x.ends > ${at} and x.ends <= ${later(clock, days * 86_400)}
        and made.at <= x.ends - ${days}::int * interval '1 day'
        and not exists (select from reminders r where r.kind = 'exception' and r.of_id = x.id and r.ends_at = x.ends)
      order by x.ends, x.id limit ${most}
      on conflict do nothing returning of_id
    )
    select s.id as separation, coalesce(u.name, c.name) as who, s.name as rule, ${instantAsText(sql`x.ends`)} as ends
    from separation_exceptions x join separations s on s.id = x.separation_id and ${present('s')}
      left join users u on u.id = x.holder_id and ${present('u')} left join clients c on c.id = x.holder_id and ${present('c')}
    where x.id in (select of_id from taken) and ${present('x')} and coalesce(u.id, c.id) is not null order by x.ends, x.id`);
  return rows;
}

/**
 * The ids of the users who can sign in and may manage separation rules, by Licet's permission for it or by its role
 * admin.
 */
export async function managersToNotify({ connection, at }: Snapshot): Promise<string[]> {
  const walk = asRecorded(at);
  const permission: LicetPermission = 'separations.manage';
  const { rows } = await connection.query<{ id: string }>(sql`
    ${withWalks(
      sql`licet as materialized (select a.id from applications a where a.key = ${licetApplication} and ${present('a')})`,
      sql`managing as materialized (
        select p.id from permissions p join licet on licet.id = p.app_id where p.name = ${permission} and ${present('p')}
      )`,
      walk.holdersOf(
        'holders',
        sql`select r.id from roles r join licet on licet.id = r.app_id where r.name = ${adminRole} and ${present('r')}
          union select rp.role_id from role_permissions rp join managing m on m.id = rp.permission_id where ${present('rp')}`,
      ),
      walk.everybodyBelow(
        'alone',
        sql`select x.principal_id from grants x join managing m on m.id = x.permission_id where ${walk.granted('x')}`,
      ),
    )}
    select u.id from users u where u.id = any(array(
        select id from holders union select id from alone
        union select x.principal_id from grants x join managing m on m.id = x.permission_id where ${walk.granted('x')}
      )) and ${walk.active('u')} order by ${inNameOrder(sql`u.name`)}, u.id limit ${limits.decidersTold.value}`);
  return rows.map(({ id }) => id);
}
