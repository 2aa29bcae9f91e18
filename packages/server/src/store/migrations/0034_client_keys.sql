-- What clients prove themselves by: secrets and public keys, several at once, each until it ends. They have no history; what was
-- made and ended is on the audit chain. What there was becomes the first, without an end. A secret beside keys was not taken, so
-- it is left behind.
create table client_keys (
  id           uuid primary key,
  client_id    uuid not null,
  name         text not null,
  secret_hash  text,
  hint         text,
  public_key   jsonb,
  made_at      timestamptz not null,
  ends_at      timestamptz,
  last_used_at timestamptz,
  constraint client_keys_one_kind check ((secret_hash is null) <> (public_key is null))
);
create index client_keys_client on client_keys (client_id);
create index client_keys_ends on client_keys (ends_at);

insert into client_keys (id, client_id, name, secret_hash, made_at)
select gen_random_uuid(), c.id, 'Secret 1', c.secret_hash, made.at
from clients c join change made on made.no = c.created_no
where c.no_to = 9223372036854775807 and c.secret_hash is not null and c.public_keys = '[]';

insert into client_keys (id, client_id, name, public_key, made_at)
select gen_random_uuid(), c.id, coalesce(left(k.key ->> 'kid', 100), 'Key ' || k.place), k.key, made.at
from clients c join change made on made.no = c.created_no, jsonb_array_elements(c.public_keys) with ordinality k (key, place)
where c.no_to = 9223372036854775807;

alter table clients drop column secret_hash;
alter table clients drop column public_keys;
