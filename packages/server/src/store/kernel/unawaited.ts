import { sql } from './sql.ts';

/**
 * SQL that is true, and has nobody wait until what its transaction writes is on the disk: a crash of the database may forget it, with
 * what was written after it and never without that. For what is of no use to anybody until more is written, which is waited for, and for
 * attempts of the last moment.
 */
export const unawaited = sql`set_config('synchronous_commit', 'off', true) = 'off'`;
