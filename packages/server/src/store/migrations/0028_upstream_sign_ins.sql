alter table connections drop column signs_out_there;

-- Somebody has left for another provider, and is to come back with the answer: to sign in (`uid`, the provider's id of the sign-in,
-- which its browser alone has), or to link the account there (`user_id`, in the session `session_uid`). Good once. What was
-- refused stands beside, for the page to say.
create table upstream_sign_ins (
  state_hash    bytea primary key,
  connection_id uuid not null,
  uid           text,
  user_id       uuid,
  session_uid   text,
  nonce         text not null,
  verifier      text not null,
  again         boolean not null,
  begun_at      timestamptz not null,
  expires_at    timestamptz not null,
  used          boolean not null default false,
  refusal       jsonb,
  check ((uid is null) = (session_uid is not null) and (session_uid is null) = (user_id is null))
);
create index upstream_sign_ins_uid on upstream_sign_ins (uid);
create index upstream_sign_ins_expires on upstream_sign_ins (expires_at);
