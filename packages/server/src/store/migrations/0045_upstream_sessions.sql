-- When the person of a session has last proved who they are: to Licet itself, or to a provider that says when. Null where nothing says so:
-- such a session does nothing that takes a fresh sign-in.
alter table sessions add column proved_at timestamptz default now();
update sessions set proved_at = case when amr <@ '{fed,mfa}' and amr <> '{}' then null else created_at end;

-- Whom a provider has proved on a way to it and back, for the session that may come of it.
alter table upstream_sign_ins add column proved jsonb;
