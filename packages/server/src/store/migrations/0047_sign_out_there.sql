-- Whether whoever came by a provider is sent there to sign out as well, when they sign out here.
alter table connections add column signs_out_there boolean not null default false;

-- By which account elsewhere somebody came to a session. `sid` is the provider's own session, where it names one; the ID token, kept only
-- to sign out there, is encrypted under the server's key. All of it goes with the session.
create table upstream_sessions (
  session_uid   text not null,
  connection_id uuid not null,
  issuer        text not null,
  subject       text not null,
  sid           text,
  id_token      bytea,
  began_at      timestamptz not null,
  expires_at    timestamptz not null,
  primary key (session_uid, connection_id)
);
create index upstream_sessions_subject on upstream_sessions (connection_id, subject);
create index upstream_sessions_sid on upstream_sessions (connection_id, sid);
create index upstream_sessions_expires on upstream_sessions (expires_at);

-- Where somebody goes on who was sent to a provider to sign out there. Good once.
create table upstream_sign_outs (
  state_hash bytea primary key,
  goes_on_to text not null,
  expires_at timestamptz not null
);
create index upstream_sign_outs_expires on upstream_sign_outs (expires_at);
