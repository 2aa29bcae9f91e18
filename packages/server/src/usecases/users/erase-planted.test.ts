import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator, type TestLicet, testLicet } from '../testing.ts';
import { columnsOf, plantRows, tablesOfPeople, textColumns, whereStill } from './erase-planted.testing.ts';

let licet: TestLicet;
let columns: Awaited<ReturnType<typeof columnsOf>>;
beforeAll(async () => {
  licet = await testLicet();
  columns = await columnsOf(licet.database);
});
afterAll(() => licet.close());

const name = 'Wilhelmina Quillfeather';
const email = 'mina@quillfeather.example';
const newUser = { username: 'mina', name, email };

/** Columns that keep their text in rows that contain the id of a person: `table.column by id_column`. */
const kept = {
  'The granter’s name, which the change that made the grant refers to (erase.test.ts)': [
    'grants.granted_by by principal_id',
  ],
  'About the mail or the link of another person': [
    ...['mails.template', 'mails.address', 'mails.failure'].map((column) => `${column} by made_by`),
    'password_links.address by made_by',
  ],
  'Numbers, digests, ids, and words of Licet': [
    'invitation_rounds.policy by made_by',
    ...by('request_votes.rule', 'user_id', 'cast_by'),
    ...by('review_items.share', 'principal_id', 'handed_to', 'decided_by'),
    ...by('review_items.suggestion', 'principal_id', 'handed_to', 'decided_by'),
    ...by('reviews.scope', 'reviewers', 'fallback', 'opened_by'),
    ...by('reviews.lines_digest', 'reviewers', 'fallback', 'opened_by'),
    ...by('reviews.decisions_digest', 'reviewers', 'fallback', 'opened_by'),
    ...by('reviews.outcome', 'reviewers', 'fallback', 'opened_by'),
  ],
  'The name of a review, as of any other thing: docs/operations/erasing.md says so': [
    ...by('reviews.name', 'reviewers', 'fallback', 'opened_by'),
  ],
};
function by(column: string, ...ids: string[]): string[] {
  return ids.map((id) => `${column} by ${id}`);
}

/** Text columns in tables that have no ids of people. */
const elsewhere = {
  'Names and descriptions of things: docs/operations/erasing.md says that they stay': [
    'applications.key',
    'applications.name',
    'applications.description',
    'client_keys.name',
    'clients.name',
    'connections.name',
    'connections.name_key',
    'groups.name',
    'groups.name_key',
    'groups.description',
    'permissions.name',
    'permissions.title',
    'roles.name',
    'roles.title',
    'separations.name',
    'separations.name_key',
    'separations.why',
    'settings.organisation',
    'shared_views.name',
  ],
  Settings: [
    'appearance.accent',
    'appearance.accent_dark',
    'appearance.logo',
    'appearance.logo_dark',
    'appearance.icon',
    'application_policies.ways',
    'policies.ways',
    'policies.email_domains',
    'role_policies.policy',
    'clients.redirect_uris',
    'clients.post_logout_redirect_uris',
    'clients.web_origins',
    'clients.backchannel_logout_uri',
    'connections.issuer',
    'connections.client_id',
    'connections.scopes',
    'connections.domains',
    'connections.allowed_domains',
    'connections.groups_claim',
    'connections.group_mappings',
    'connections.two_factor_values',
    'connections.directory',
    'mail_settings.host',
    'mail_settings.username',
    'mail_settings.from_address',
    'mail_settings.from_name',
    'mail_settings.webhook',
    'shared_views.address',
    'shared_views.list',
  ],
  'Keys, digests, ids and words of Licet': [
    'audit_checkpoints.signed',
    'audit_keys.kid',
    'audit_keys.public_key',
    'client_keys.secret_hash',
    'client_keys.hint',
    'client_keys.public_key',
    'connection_secrets.public_key',
    'cut_offs.id',
    'event_feeds.name',
    'jobs.kind',
    'migration.name',
    'migration.digest',
    'oidc_records.model',
    'oidc_records.grant_id',
    'oidc_records.uid',
    'oidc_records.session_uid',
    'passkey_challenges.id',
    'passkey_challenges.challenge',
    'permission_lists.ref',
    'permission_lists.permissions',
    'permission_lists.audience',
    'pictures.hash',
    'reminders.kind',
    'signing_keys.kid',
    'signing_keys.algorithm',
    'signing_keys.public_key',
    'upstream_sign_outs.goes_on_to',
  ],
  'Emptied with the sessions of the person': [
    'upstream_sessions.session_uid',
    'upstream_sessions.issuer',
    'upstream_sessions.subject',
    'upstream_sessions.sid',
  ],
  'Searched for the person (erase.test.ts, audit/origins.test.ts, and below)': [
    'change.actor_name',
    'change.action',
    'change.application',
    'change.target_kind',
    'change.target_id',
    'change.target_name',
    'change.before',
    'change.after',
    'event_origins.address',
    'jobs.data',
    'jobs.last_error',
    'mail_health.failure',
    'oidc_records.payload',
  ],
};

test('an erasure removes a user from every text column of rows with their id', async () => {
  const { id } = await licet.call('users.create', licet.admin, { body: newUser });
  await plantRows(licet.database, columns, id, name);
  const planted = await whereStill(licet.database, columns, id, name);
  expect(planted).toEqual(expect.arrayContaining(['users.name by id', 'requests.note by decided_by']));
  expect(planted).toEqual(expect.arrayContaining(Object.values(kept).flat()));
  await licet.call('users.erase', operator, { params: { user: id } });
  expect([...(await whereStill(licet.database, columns, id, name))].sort()).toEqual(Object.values(kept).flat().sort());
});

test('every other text column is listed with its test, or with the reason why an erasure leaves it', () => {
  const known = tablesOfPeople(columns);
  const others = textColumns(columns).flatMap((it) => (known.includes(it.table) ? [] : [`${it.table}.${it.column}`]));
  expect(others.sort()).toEqual(Object.values(elsewhere).flat().sort());
});

test('an erasure removes the address from mail server replies and started sign-ins, and keeps similar addresses', async () => {
  const { id } = await licet.call('users.create', licet.admin, { body: newUser });
  const said = `550 5.1.1 <${email}>: no such user`;
  const { pool } = licet.database;
  await pool.query(
    `insert into mail_health (at, failure) values (now(), jsonb_build_object('kind', 'refused', 'said', $1::text))`,
    [said],
  );
  await pool.query(
    `insert into jobs (id, kind, data, due_at, last_error) values (gen_random_uuid(), 'kept', '{}', now() + interval '1 day', $1)`,
    [`${said}, not jo-${email}`],
  );
  await pool.query(
    `insert into oidc_records (model, id, payload, expires_at)
     values ('Interaction', 'theirs', jsonb_build_object('params', jsonb_build_object('login_hint', $1::text)), now() + interval '1 hour')`,
    [email.toUpperCase()],
  );
  await licet.call('users.erase', operator, { params: { user: id } });
  const { rows } = await pool.query(
    `select (select failure ->> 'said' from mail_health) as mail, (select last_error from jobs where kind = 'kept') as job,
      (select count(*)::int from oidc_records where model = 'Interaction') as begun`,
  );
  const left = '550 5.1.1 <a person who was erased>: no such user';
  expect(rows).toEqual([{ mail: left, job: `${left}, not jo-${email}`, begun: 0 }]);
});
