import type { MailSettings } from '@licet/contract';
import { accentOf } from '../../appearance/page-head.ts';
import { currentMailServer, mailPasswordAbout, messageIdOf } from '../../mail/mail-server.ts';
import { render } from '../../mail/render.ts';
import { fault, refuse } from '../../refusal.ts';
import { findShownAppearance } from '../../store/appearance/appearance.ts';
import { copyingNames } from '../../store/erasure/referring.ts';
import { hurryJobs } from '../../store/jobs/jobs.ts';
import type { Change } from '../../store/kernel/change.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { newId } from '../../store/kernel/ids.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { newest, type Snapshot } from '../../store/kernel/snapshot.ts';
import { mailJob, releaseMails } from '../../store/mail/mails.ts';
import {
  findMailHealth,
  findMailServer,
  noteMailHealth,
  removeMailServer,
  type StoredMailServer,
  setMailServer,
  withoutWords,
} from '../../store/mail/settings.ts';
import { findUser } from '../../store/users/users.ts';
import type { CallerAccess } from '../authorise.ts';
import type { Caller, Context } from '../context.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { refuseFields, requireUser, requireVersion } from '../require.ts';
import { answering, changing, reading } from '../use-case.ts';

export const settings = reading('mail.settings', (asked) => shownSettings(asked.snapshot, asked));

/** A caller who sets the mail server can read every link, and so become any user. */
export const configure = changing('mail.configure', async (asked) => {
  const { change, body, ifMatch, secrets } = asked;
  await requireMayRedirect(change, asked);
  const before = await findMailServer(change.connection);
  requireVersion({ version: before?.version ?? 0 }, ifMatch);
  const { password, ...fields } = body;
  if (password === undefined && before?.password && !before.webhook && goesElsewhere(before, fields))
    refuseFields([fault({ pointer: '/password' }, 'mail_password_again', {})]);
  const sealed = password ? secrets.seal(password, mailPasswordAbout) : null;
  const kept = before?.webhook ? null : (before?.password ?? null);
  const after = { ...fields, webhook: null, password: password === undefined ? kept : sealed };
  await sendBy(change, before, after, password !== undefined && { newPassword: password !== null });
  return shownSettings(change, asked);
});

/** A secret is sent only to the address that it was entered for: a new address requires the secret again. */
export const configureWebhook = changing('mail.configureWebhook', async (asked) => {
  const { change, body, ifMatch, secrets } = asked;
  await requireMayRedirect(change, asked);
  const before = await findMailServer(change.connection);
  requireVersion({ version: before?.version ?? 0 }, ifMatch);
  const { secret, webhook, ...from } = body;
  const kept = before?.webhook === webhook ? before.password : null;
  if (secret === undefined && !kept) refuseFields([fault({ pointer: '/secret' }, 'webhook_secret_missing', {})]);
  const { hostname, port, protocol } = new URL(webhook);
  const secure = protocol === 'https:';
  const after = {
    ...from,
    webhook,
    host: hostname,
    port: Number(port) || (secure ? 443 : 80),
    security: secure ? ('tls' as const) : ('none' as const),
    username: null,
    password: secret === undefined ? kept : secrets.seal(secret, mailPasswordAbout),
  };
  await sendBy(change, before, after, secret !== undefined && { newSecret: true });
  return shownSettings(change, asked);
});

export const turnOff = changing('mail.turnOff', async (asked) => {
  const { change, ifMatch } = asked;
  await requireMayRedirect(change, asked);
  const before = await findMailServer(change.connection);
  requireVersion({ version: before?.version ?? 0 }, ifMatch);
  if (!before) return refuse('wrong_state', 'mail_off_already', {});
  await removeMailServer(change);
  change.record({
    action: 'mail.turned_off',
    target: { kind: 'settings', id: 'mail', name: before.host },
    before: auditedServer(before),
  });
  return shownSettings(change, asked);
});

/** Sends a test mail, only to the caller. */
export const test = answering('mail.test', async (asked) => {
  const { database, mailer, access, issuer } = asked;
  const connection = poolOf(database);
  const server = await currentMailServer(connection, asked);
  if (!server || !mailer) return refuse('wrong_state', 'mail_not_set', {});
  const user = await readNow(database, (snapshot) => requireUser(snapshot, access.userId ?? nobodysAddress()));
  if (user.email === null) return nobodysAddress();
  const appearance = await findShownAppearance(connection);
  const organisation = appearance.organisation || 'Licet';
  const accent = accentOf(appearance);
  const { language } = server;
  const { failure } = await mailer.send(server, {
    ...render({ template: 'test', data: {}, language, name: user.name, organisation, issuer, accent }),
    to: { name: user.name, address: user.email },
    id: messageIdOf(newId(), issuer),
  });
  const now = await readClock(database);
  await copyingNames(database, async (held) => {
    const isThere = (await findUser(await newest(database, held), user.id)) !== undefined;
    await noteMailHealth(held, now, isThere || !failure ? failure : withoutWords(failure));
  });
  return { to: user.email, failure };
});

function nobodysAddress(): never {
  return refuse('wrong_state', 'own_address_missing', {});
}

async function requireMayRedirect(
  change: Change,
  { access, caller, mailer }: { access: CallerAccess; caller: Caller } & Pick<Context, 'mailer'>,
): Promise<void> {
  if (!access.isAdmin) refuse('may_not_grant', 'mail_needs_administrator', {});
  if (caller.kind !== 'operator') await requireFreshSignIn(change, caller, 'mail_server');
  if (mailer?.fromEnvironment) refuse('wrong_state', 'mail_set_by_environment', {});
}

/**
 * Makes this the server for all mails, including waiting ones. `secret` describes the change of the password for the
 * audit log.
 */
async function sendBy(
  change: Change,
  before: StoredMailServer | undefined,
  after: Omit<StoredMailServer, 'version'>,
  secret: false | Readonly<Record<string, boolean>>,
): Promise<void> {
  await setMailServer(change, after);
  await releaseMails(change);
  await hurryJobs(change, mailJob);
  change.record({
    action: 'mail.configured',
    target: { kind: 'settings', id: 'mail', name: after.host },
    before: before ? auditedServer(before) : null,
    after: { ...auditedServer(after), ...secret },
  });
}

type ServerFields = Omit<StoredMailServer, 'password' | 'version'>;
type Place = Pick<ServerFields, 'host' | 'port' | 'security' | 'username'>;

const goesElsewhere = (before: Place, after: Place) =>
  before.host.toLowerCase() !== after.host.toLowerCase() ||
  before.port !== after.port ||
  before.security !== after.security ||
  before.username !== after.username;

const auditedServer = ({ host, port, security, username, fromAddress, fromName, language, webhook }: ServerFields) => ({
  server: webhook ?? `${host}:${port}`,
  security,
  username,
  from: `${fromName} <${fromAddress}>`,
  language,
});

async function shownSettings({ connection }: Snapshot, { mailer }: Pick<Context, 'mailer'>): Promise<MailSettings> {
  const environment = mailer?.fromEnvironment;
  const stored = environment ? undefined : await findMailServer(connection);
  const server = environment ?? stored;
  return {
    setBy: environment ? 'environment' : stored ? 'screen' : 'nobody',
    server: server
      ? {
          host: server.host,
          port: server.port,
          security: server.security,
          username: server.username,
          fromAddress: server.fromAddress,
          fromName: server.fromName,
          language: server.language,
          hasPassword: server.password !== null,
          webhook: server.webhook ?? null,
        }
      : null,
    last: (server && (await findMailHealth(connection))) ?? null,
    version: stored?.version ?? 0,
  };
}
