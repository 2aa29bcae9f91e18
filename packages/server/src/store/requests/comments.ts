import type { RequestComment } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { newId } from '../kernel/ids.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, sql } from '../kernel/sql.ts';

/** Stores a comment on a request and returns its id. A comment is not a fact; the change that records it contains its text. */
export async function insertComment(change: Change, requestId: string, userId: string, text: string): Promise<string> {
  const id = newId();
  await change.beside(() =>
    change.connection.query(sql`
      insert into request_comments (id, request_id, user_id, at, text) values (${id}, ${requestId}, ${userId}, ${change.at}, ${text})`),
  );
  return id;
}

/** The comments on a request, oldest first. */
export async function commentsOf({ connection }: Snapshot, requestId: string): Promise<RequestComment[]> {
  const { rows } = await connection.query<RequestComment>(
    named(
      'request-comments',
      sql`select c.id, json_build_object('id', c.user_id, 'name', (select u.name from users u where u.id = c.user_id order by u.no_to desc limit 1)) as by,
            c.at, c.text
          from request_comments c where c.request_id = ${requestId} order by c.at, c.id`,
    ),
  );
  return rows;
}

/** A user's comments on requests, oldest first. */
export async function commentsBy({ connection }: Snapshot, userId: string): Promise<OwnComment[]> {
  const { rows } = await connection.query<OwnComment>(
    sql`select c.request_id as request, c.at, c.text from request_comments c where c.user_id = ${userId} order by c.at, c.id`,
  );
  return rows;
}

/** A comment of the caller. */
interface OwnComment {
  readonly request: string;
  readonly at: string;
  readonly text: string;
}
