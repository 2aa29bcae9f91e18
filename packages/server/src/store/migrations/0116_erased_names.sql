-- The usernames of people who were erased, as keyed hashes: files of access as code that still name one of them mean the person who is gone, and not the
-- next who gets the name. Not a fact. The key is sealed under the server's, so that a copy of the database alone does not tell which names stand here.
create table erased_names (
  name_hash bytea not null check (length(name_hash) = 32),
  person_id uuid not null,
  -- The numbers of the changes from which the person had the name, and by which they lost it.
  had_from  bigint not null,
  had_until bigint not null,
  primary key (name_hash, person_id)
);
create index erased_names_person on erased_names (person_id);

create table erased_name_keys (
  one    boolean primary key default true check (one),
  sealed bytea not null
);
