import { emailKey, foldIdentity } from '@licet/contract';
import type { Finding } from '../../refusal.ts';
import { copyInto } from '../import/run.ts';
import type { Change } from '../kernel/change.ts';
import { newId } from '../kernel/ids.ts';
import { linkKinds, type ParsedDirectory } from './parsed.ts';

/**
 * Converts credentials for storage. `password` returns a hash in the server's format, or the reason why it cannot be
 * stored. `totp` encrypts a secret for its user.
 */
export interface CredentialKeeping {
  readonly password: (hash: string) => { readonly hash: string } | { readonly fault: Finding };
  readonly totp: (secret: string, userId: string) => Buffer;
}

/** A password that was rejected, and why. */
export interface LeftOutPassword {
  readonly username: string;
  readonly why: Finding;
}

/** Writes everything into temporary tables with new ids. Returns the users whose passwords are not accepted. */
export async function stageDirectory(
  { connection }: Change,
  parsed: ParsedDirectory,
  keeping: CredentialKeeping,
): Promise<LeftOutPassword[]> {
  await connection.query(tables);
  const refused: LeftOutPassword[] = [];
  await copyInto(connection, 'import_applications (n, id, key, name)', applicationRows(parsed));
  await copyInto(connection, 'import_roles (n, id, app_key, name, title)', roleRows(parsed));
  await copyInto(connection, 'import_groups (n, id, name, key, description)', groupRows(parsed));
  await copyInto(
    connection,
    'import_users (n, id, username, key, email, email_key, name, job_title, suspended, hash, totp, verified)',
    userRows(parsed, keeping, refused),
  );
  for (const [place, kind] of linkKinds.entries())
    await copyInto(connection, 'import_links (kind, n, id, a, b)', linkRows(place, parsed.links[kind]));
  await connection.query('analyze import_applications, import_roles, import_groups, import_users, import_links');
  return refused;
}

type Row = (string | number | null)[];

function* applicationRows({ applications }: ParsedDirectory): Generator<Row> {
  for (const [n, { id, name }] of applications.entries()) yield [n, newId(), id, name];
}

function* roleRows({ roles }: ParsedDirectory): Generator<Row> {
  for (const [n, { application, name, title }] of roles.entries()) yield [n, newId(), application, name, title];
}

function* groupRows({ groups }: ParsedDirectory): Generator<Row> {
  for (const [n, { name, key, description }] of groups.entries()) yield [n, newId(), name, key, description];
}

function* userRows({ users }: ParsedDirectory, keeping: CredentialKeeping, refused: LeftOutPassword[]): Generator<Row> {
  for (const [n, user] of users.entries()) {
    const id = newId();
    const kept = user.password === undefined ? undefined : keeping.password(user.password);
    if (kept && 'fault' in kept) refused.push({ username: user.username, why: kept.fault });
    yield [
      n,
      id,
      user.username,
      foldIdentity(user.username),
      user.email,
      user.email === null ? null : emailKey(user.email),
      user.name,
      user.jobTitle ?? null,
      user.suspended ? 't' : 'f',
      kept && 'hash' in kept ? kept.hash : null,
      user.totp === undefined ? null : `\\x${keeping.totp(user.totp, id).toString('hex')}`,
      user.verified === undefined ? null : user.verified ? 't' : 'f',
    ];
  }
}

function* linkRows(kind: number, links: ParsedDirectory['links'][keyof ParsedDirectory['links']]): Generator<Row> {
  for (const [n, [a, b]] of links.entries()) yield [kind, n, newId(), a, b];
}

// `known`: existed before, so the id is the stored one. `taken`: left out, because another user has that address, here or in `elsewhere`.
const tables = `
  create temp table import_applications (n int primary key, id uuid, key text, name text, known boolean not null default false) on commit drop;
  create temp table import_roles (n int primary key, id uuid, app_key text, app_id uuid, name text collate "C", title text, known boolean not null default false) on commit drop;
  create temp table import_groups (n int primary key, id uuid, name text, key text, description text, known boolean not null default false) on commit drop;
  create temp table import_users (n int primary key, id uuid, username text, key text, email text, email_key text, name text, job_title text,
    suspended boolean, hash text, totp bytea, verified boolean, known boolean not null default false, taken boolean not null default false,
    elsewhere boolean not null default false) on commit drop;
  create temp table import_links (kind int, n int, id uuid, a int, b int, primary key (kind, n)) on commit drop`;
