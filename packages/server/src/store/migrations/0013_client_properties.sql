-- One current key an algorithm. A client says how its ID tokens are signed; access tokens are always signed with ES256.
drop index signing_keys_next;
drop index signing_keys_current;
create unique index signing_keys_next on signing_keys (algorithm) where state = 'next';
create unique index signing_keys_current on signing_keys (algorithm) where state = 'current';
alter table clients add column id_token_algorithm text not null default 'ES256' check (id_token_algorithm in ('ES256', 'RS256'));
alter table clients alter column id_token_algorithm drop default;

-- Whether sign-ins are begun by pushed requests alone, and the keys by which a client proves itself in place of its secret.
alter table clients add column require_pushed_authorization boolean not null default false;
alter table clients add column public_keys jsonb not null default '[]';
