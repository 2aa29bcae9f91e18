import type { Database } from '../kernel/database.ts';

/** Tells the planner about many new rows, and marks their pages as readable from the indexes alone. */
export async function refreshStatistics(database: Database): Promise<void> {
  await database.pool.query(
    'vacuum (analyze) users, credentials, groups, memberships, permissions, roles, inclusions, role_permissions, grants',
  );
}
