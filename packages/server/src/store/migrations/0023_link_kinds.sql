-- Links that set a password come by hand or by mail; a person has one of each kind at most, and using one ends all.
alter table password_links add column kind text not null default 'by_hand' check (kind in ('by_hand', 'reset'));
alter table password_links drop constraint password_links_user_id_key;
alter table password_links add constraint password_links_one_of_each unique (user_id, kind);

-- Asking for a reset has counters of its own.
alter table failures drop constraint failures_kind_check;
alter table failures add constraint failures_kind_check
  check (kind in ('account', 'name', 'network', 'browser', 'session', 'code', 'passkey', 'reset'));
