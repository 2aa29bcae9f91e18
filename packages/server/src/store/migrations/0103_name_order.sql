-- Lists sort names by the root collation of Unicode: Ä beside A, whatever the case. The collation belongs to Licet, so that its recorded
-- version can be renewed when another ICU is found at a start (kernel/name-order.ts); `und-x-icu` belongs to the database's superuser.
set local statement_timeout = 0;

create collation names (provider = icu, locale = 'und');

create index users_in_order on users (name collate names, id) where no_to = 9223372036854775807;
create index users_ended_in_order on users (name collate names, id) where no_to < 9223372036854775807;
create index users_username_in_order on users (username_key collate names, id) where no_to = 9223372036854775807;
create index groups_in_order on groups (name collate names, id) where no_to = 9223372036854775807;
create index permissions_in_order on permissions (app_id, name collate names, id) where no_to = 9223372036854775807;
create index roles_in_order on roles (app_id, name collate names, id) where no_to = 9223372036854775807;

drop index users_name;
drop index users_ended_by_name;
drop index users_username_order;
drop index groups_name_order;
