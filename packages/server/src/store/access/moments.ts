import { recordedAt, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { lossesMax, lossesSince } from '../live/losses.ts';
import { tokenAccess } from './effective.ts';

/**
 * An instant, and every later one up to the snapshot at which a user may have come to hold less in an application,
 * each as recorded then: changes that removed something, and starts and ends of grants. Undefined if everybody lost
 * so much that the instants are unknown.
 */
export async function* momentsSince(
  snapshot: Snapshot,
  userId: string,
  application: string,
  since: string,
): AsyncGenerator<Snapshot | undefined> {
  const first = await recordedAt(snapshot, since);
  const losses = await lossesSince(snapshot, application, first.no);
  if (losses.length > lossesMax) yield undefined;
  const concerned = losses.filter(({ kind, value }) => (kind === 'user' ? value === userId : kind !== 'client'));
  const { rows } = await snapshot.connection.query<{ at: string }>(sql`
    select c.at from change c where c.no = any(${concerned.map((loss) => loss.no)}::int8[])
    union
    select c.at from owners o join change c on c.no = o.no_to where o.user_id = ${userId} and o.no_to > ${first.no}`);
  const taken = rows.map((change) => change.at);
  for (let instant: string | undefined = since; instant !== undefined && instant <= snapshot.at; ) {
    const moment = await recordedAt(snapshot, instant);
    yield moment;
    const turn = (await tokenAccess(moment, userId, application))?.changesAt;
    const later = [...taken, ...(turn ? [turn] : [])].filter((next) => next > moment.at);
    instant = later.sort()[0];
  }
}
