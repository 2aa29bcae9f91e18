import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Database } from '../../store/kernel/database.ts';
import { findLink, type LinkState } from '../../store/sign-in/links.ts';
import type { Handler } from '../handler.ts';

export const link: Handler<Calls['passwords']['link']> = async ({ database }, { body }) => {
  const { username, name, expiresAt } = await requireLink(database, body.token);
  return { username, name, expiresAt };
};

/** Whom a link is for. Its token has 256 random bits: guesses need no slowing down. @throws Refusal `link_invalid` */
export async function requireLink(database: Database, token: string): Promise<LinkState> {
  return (
    (await findLink(database, token)) ??
    refuse('link_invalid', 'The link has been used, was replaced by a newer one, or has run out.')
  );
}
