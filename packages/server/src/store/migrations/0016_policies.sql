-- How people sign in: one policy, and who needs a second factor. Facts, as access is.

-- Lengths are seconds.
create table policies (
  ways                  text[] not null check (ways <@ '{password,passkey}' and cardinality(ways) > 0),
  user_verification     text not null check (user_verification in ('preferred', 'required')),
  member_session        integer not null check (member_session > 0),
  administrator_session integer not null check (administrator_session > 0),
  email_domains         text[] not null,
  remembered_days       integer not null check (remembered_days >= 0),
  fresh_sign_in         integer not null check (fresh_sign_in > 0),
  no_from               bigint not null,
  no_to                 bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index policies_one on policies (no_to) where no_to = 9223372036854775807;

-- `of_id` is a role or a group; a demand on what is gone concerns nobody.
create table demands (
  of_kind     text not null check (of_kind in ('everybody', 'role', 'group')),
  of_id       uuid check ((of_id is null) = (of_kind = 'everybody')),
  grace_until timestamptz,
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index demands_once on demands (of_kind, coalesce(of_id, '00000000-0000-0000-0000-000000000000'))
  where no_to = 9223372036854775807;

-- Whether the passkey has made sure who holds it, by a PIN or a finger, the last time that it could. Of those from before it is taken
-- for granted until they are used.
alter table passkeys add column verifies boolean not null default true;
