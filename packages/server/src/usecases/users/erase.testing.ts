import { type ChainFindings, ExportCheck, type ExportedLine } from '@licet/contract/audit-chain';
import { ensureAuditKey, ownAuditKeys, verifySignature } from '../../audit/audit-keys.ts';
import { secretsOf } from '../../identity/keys/secrets.ts';
import { exportChain } from '../../store/audit/export-chain.ts';
import { verifyChain } from '../../store/audit/verify.ts';
import type { Connection, Database } from '../../store/kernel/database.ts';
import { sha256 } from '../../store/kernel/sha256.ts';
import { type Desk, deskIn } from '../requests/testing.ts';
import { callerOf, type TestLicet } from '../testing.ts';

export const secrets = secretsOf(Buffer.alloc(32, 7));

/** Names that occur nowhere else. */
export const planted = {
  username: 'quillfeather',
  name: 'Wilhelmina Quillfeather',
  email: 'mina@quillfeather.example',
  later: 'Wilhelmina Brackenbury',
  moved: 'w.brackenbury@elsewhere.example',
};
export const plantedWords = [/quillfeather/i, /brackenbury/i, /wilhelmina/i];

/** A person with traces in every part: as a user, as an actor, and as a subject of others. */
export async function plantPerson(
  licet: TestLicet,
): Promise<{ readonly id: string; readonly desk: Desk; readonly group: string }> {
  const { username, name, email, later, moved } = planted;
  const { admin } = licet;
  await ensureAuditKey({ database: licet.database, secrets });
  const { id } = await licet.call('users.create', admin, { body: { username, name, email } });
  const params = { user: id };
  await licet.call('users.invite', licet.freshAdmin, { body: { users: [id] } });
  await licet.call('users.passwordLink', licet.freshAdmin, { params });
  await licet.database.pool.query(`insert into credentials (user_id, password_hash) values ($1, 'x')`, [id]);
  await licet.call('users.suspend', admin, { params });
  await licet.call('users.reactivate', admin, { params });
  await licet.call('users.update', licet.freshAdmin, { params, body: { name: later, email: moved } });
  const group = await licet.call('groups.create', admin, { body: { name: 'Finance', description: '' } });
  await licet.call('groups.addMember', admin, { params: { group: group.id, member: id } });
  await licet.call('groups.removeMember', admin, { params: { group: group.id, member: id } });
  await licet.call('groups.addMember', admin, { params: { group: group.id, member: id } });
  const desk = await deskIn(licet);
  const application = desk.key;
  await licet.call('applications.addOwner', admin, { params: { application, user: id } });
  const to = (who: string, permission: string, reason: string) => ({
    params: { application },
    body: { principal: { kind: 'user', id: who }, gives: { kind: 'permission', id: permission }, reason },
  });
  const grant = await licet.call(
    'grants.create',
    desk.owner,
    to(id, desk.permissions['invoices.read'], `${later} pays`),
  );
  await licet.call('grants.update', desk.owner, {
    params: { application, grant: grant.id },
    body: { reason: `Asked by ${moved}` },
  });
  // The person makes changes and requests.
  const them = callerOf(id);
  const given = await licet.call(
    'grants.create',
    them,
    to(desk.member.userId, desk.permissions['refunds.approve'], 'Holiday'),
  );
  await licet.call('grants.revoke', them, { params: { application, grant: given.id } });
  await licet.call('me.update', them, { body: { name: `${later} Junior` } });
  const asked = await desk.ask({ permission: 'refunds.approve', reason: `I am ${name}` }, callerOf(id, application));
  await licet.call('requests.deny', desk.owner, {
    params: { request: asked.id },
    body: { reason: `Not you, ${later}` },
  });
  await licet.call('me.askDeletion', them);
  await plantRows(licet.database, id);
  return { id, desk, group: group.id };
}

/** Traces of sign-ins, mails and providers. */
async function plantRows(database: Database, id: string): Promise<void> {
  const { email, moved, later } = planted;
  const day = `now() + interval '1 day'`;
  const rows: readonly (readonly [text: string, ...values: string[]])[] = [
    [
      `insert into sign_ins (id, at, user_id, outcome, agent) values (gen_random_uuid(), now(), $1, 'signed_in', $2)`,
      id,
      later,
    ],
    [
      `insert into sessions (uid, user_id, created_at, seen_at, expires_at, agent) values ('theirs', $1, now(), now(), ${day}, $2)`,
      id,
      later,
    ],
    [
      `insert into address_states (user_id, address) values ($1, $2) on conflict (user_id) do update set address = $2`,
      id,
      moved,
    ],
    [
      `insert into oidc_records (model, id, payload, expires_at) values ('Session', 'x', jsonb_build_object('accountId', $1::text, 'login', $2::text), ${day})`,
      id,
      email,
    ],
    // A mail to another user that names the person.
    [
      `insert into mails (id, template, data, user_id, state, queued_at, useful_until, changed_at)
       values (gen_random_uuid(), 'request_asked', jsonb_build_object('by', $1::text), gen_random_uuid(), 'sent', now(), ${day}, now())`,
      later,
    ],
    [
      `insert into jobs (id, kind, data, due_at) values (gen_random_uuid(), 'kept', jsonb_build_object('for', $1::text), ${day})`,
      email,
    ],
  ];
  for (const [text, ...values] of rows) await database.pool.query(text, values);
}

/** Returns all rows in the database that contain one of the words, by default the planted ones, each with its table. */
export async function whereNamed(database: Database, words = plantedWords): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    for (const { text } of rows) if (words.some((word) => word.test(text))) found.push(`${name}: ${text}`);
  }
  return found;
}

/** Verifies the chain as the server does, and its export as an auditor does. Returns both findings. */
export async function findings(connection: Connection): Promise<{ server: ChainFindings; file: ChainFindings }> {
  const keys = await ownAuditKeys(connection, secrets);
  const parts = { keys, verify: verifySignature };
  const server = await verifyChain({ connection }, { checkpoints: { ...parts, outside: [] } });
  const check = new ExportCheck({ ...parts, sha256 });
  for await (const lines of exportChain(connection))
    for (const line of lines.split('\n')) if (line !== '') check.add(JSON.parse(line) as ExportedLine);
  const { complete: _, ...file } = check.end();
  return { server, file };
}
