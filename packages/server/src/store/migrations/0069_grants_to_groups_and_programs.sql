-- What is granted to groups and programs, which are few among the grants of a role: found without the grants to people.
create index grants_of_role_to_others on grants (role_id, no_to) include (principal_id, principal_kind, app_id, starts, ends, no_from) where principal_kind <> 'user' and role_id is not null;
create index grants_of_permission_to_others on grants (permission_id, no_to) include (principal_id, principal_kind, app_id, starts, ends, no_from) where principal_kind <> 'user' and permission_id is not null;
