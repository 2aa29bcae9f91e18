import type { Change } from '../kernel/change.ts';
import { newId } from '../kernel/ids.ts';
import { sql } from '../kernel/sql.ts';

/** Writes what somebody says about a request; answers its id. It is no fact: the change that records it has it too. */
export async function insertComment(change: Change, requestId: string, userId: string, text: string): Promise<string> {
  const id = newId();
  await change.beside(() =>
    change.connection.query(sql`
      insert into request_comments (id, request_id, user_id, at, text) values (${id}, ${requestId}, ${userId}, ${change.at}, ${text})`),
  );
  return id;
}
