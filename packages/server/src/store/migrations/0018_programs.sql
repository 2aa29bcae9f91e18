-- A program that acts for itself (a client of the kind “service”) holds grants as users do, and makes changes in its own name.
alter table grants drop constraint grants_principal_kind_check;
alter table grants add constraint grants_principal_kind_check check (principal_kind in ('user', 'group', 'client'));
alter table change drop constraint change_actor_kind_check;
alter table change add constraint change_actor_kind_check check (actor_kind in ('user', 'operator', 'system', 'client'));
create index clients_history on clients (id, no_to);
