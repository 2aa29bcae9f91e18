import { byteOrderMark, csvWriter, limits, type User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { chosenBy } from '../../store/invitations/rounds.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { makeLink } from '../../store/sign-in/links.ts';
import { findUsers } from '../../store/users/users.ts';
import { streamOf } from '../access/stream.ts';
import type { CallerAccess } from '../authorise.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { whomMayBecome } from '../may-give.ts';
import { linkAddress } from '../passwords/link.ts';
import { userTarget } from '../require.ts';
import { type Asked, answering, changeAs } from '../use-case.ts';
import { filtersSet, requireImport, requireMayFilter } from '../users/read.ts';

/**
 * Creates one-time links for many users. The caller sees all links, so each one requires the right to become that user.
 * Users for whom the caller lacks that right are listed in the second part, with the reason.
 */
export const links = answering('invitations.links', async (asked) => {
  const { database, access, caller, body } = asked;
  const most = limits.linksAtOnce.value;
  const ids = await readNow(database, async (snapshot) => {
    if (caller.kind !== 'operator') await requireFreshSignIn(snapshot, caller, 'invitation_links');
    if ('users' in body) return [...new Set(body.users)];
    requireMayFilter(access, body.filter);
    await requireImport(snapshot, body.filter);
    return chosenBy(snapshot, body.filter, most + 1);
  });
  if (ids.length === 0) refuse('wrong_state', 'nobody_without_password', {});
  if (ids.length > most) refuse('too_large', 'links_too_many', { most });
  return streamOf<string>(async (give) => {
    await give(byteOrderMark + csvWriter(asked.query.delimiter)(columns));
    let refused = '';
    for (let from = 0; from < ids.length; from += atOnce) {
      const part = await makeSome(asked, ids.slice(from, from + atOnce));
      refused += part.refused;
      if (part.made !== '') await give(part.made);
    }
    if (refused !== '') await give(refused);
  });
});

const columns = ['username', 'name', 'email', 'link', 'works until', 'no link because'];
/** Links per change, so that others can write in between. */
const atOnce = 200;

async function makeSome(asked: Asked<'invitations.links'>, ids: readonly string[]) {
  const { database, access, issuer, body, query } = asked;
  const write = csvWriter(query.delimiter);
  // If no user may get a link, nothing is changed or recorded.
  const first = await readNow(database, (snapshot) => invitable(snapshot, access, ids, write));
  if (first.may.length === 0) return { made: '', refused: first.refused };
  return changeAs('invitations.links', asked, async ({ change, access: present }) => {
    // Decided again inside the change: since the read a user may have signed in or gained access.
    const again = await invitable(
      change,
      present,
      first.may.map(({ id }) => id),
      write,
    );
    const { may } = again;
    const refused = first.refused + again.refused;
    let made = '';
    let ends = '';
    for (const user of may) {
      const { token, expiresAt } = await makeLink(change, user.id, present.userId);
      ends = expiresAt;
      made += write([user.username, user.name, user.email ?? '', linkAddress(issuer, token), expiresAt, '']);
    }
    const [only] = may;
    change.record({
      action: 'user.password_link_made',
      target: only && may.length === 1 ? userTarget(only) : { kind: 'users', id: 'users', name: `${may.length} users` },
      after: {
        users: may.map(({ username }) => username),
        expiresAt: ends,
        ...('filter' in body ? { filter: filtersSet(body.filter) } : {}),
      },
    });
    return { made, refused };
  });
}

/** Returns the users for whom the caller may create a link, and the CSV lines of the others. */
async function invitable(snapshot: Snapshot, access: CallerAccess, ids: readonly string[], write: Write) {
  const users = await findUsers(snapshot, ids);
  const found = new Map(users.map((user) => [user.id, user]));
  const invited = users.filter(({ status }) => status === 'invited');
  const allowed = await whomMayBecome(snapshot, access, invited);
  const may: User[] = [];
  const noLink = ({ username, name, email }: User, why: string) => write([username, name, email ?? '', '', '', why]);
  let refused = '';
  for (const id of ids) {
    const user = found.get(id);
    if (!user) refused += write([id, '', '', '', '', 'deleted in the meantime']);
    else if (user.status !== 'invited') refused += noLink(user, 'already active, or suspended');
    else if (!allowed.has(id)) refused += noLink(user, 'you may not make links for this user');
    else may.push(user);
  }
  return { may, refused };
}

type Write = ReturnType<typeof csvWriter>;
