-- What each name stood for when a set of files was applied. When another thing has the name later, the plan says so and applying is refused.
-- Not a fact: it says what files meant, not who may do what. Nobody owns the name of a set (empty: files without one), so a row counts for whoever applied
-- it. What an administrator of Licet or the operator applied counts for everybody.
create table set_names (
  set_name     text not null,
  actor        text not null,
  for_everyone boolean not null,
  kind         text not null check (kind in ('application', 'user', 'group', 'permission', 'role', 'client')),
  -- The identifier of the application of a permission, a role or a client.
  application  text not null,
  name         text not null,
  thing_id     uuid not null,
  kept_no      bigint not null,
  primary key (set_name, kind, application, name, actor)
);
create index set_names_thing on set_names (thing_id);

-- Who had a name before.
create index groups_name_key_history on groups (name_key, no_to);
