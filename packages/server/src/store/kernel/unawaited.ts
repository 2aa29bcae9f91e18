import { sql } from './sql.ts';

/**
 * SQL that is true, and commits without waiting for the disk: a crash of the database may forget the transaction,
 * with everything after it and never without that. For rows that are useless until a later write, which waits, and
 * for attempts of the last moment.
 */
export const unawaited = sql`set_config('synchronous_commit', 'off', true) = 'off'`;
