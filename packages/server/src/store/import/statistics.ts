import type { Database } from '../kernel/database.ts';

/** Updates the planner's statistics of every table. Call it after all tables were filled. */
export async function analyzeAll(database: Database): Promise<void> {
  await database.pool.query('analyze');
}

/** Updates the planner's statistics after many new rows, and marks their pages as all-visible for index-only scans. */
export async function refreshStatistics(database: Database): Promise<void> {
  await database.pool.query(
    'vacuum (analyze) users, credentials, groups, memberships, permissions, roles, inclusions, role_permissions, grants',
  );
}
