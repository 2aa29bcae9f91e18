-- Lists as of an instant walk what has ended since beside what is there still. These cost nothing where something is made, only where it ends.
create index users_ended_by_name on users (lower(name) collate "C", id) where no_to < 9223372036854775807;
create index grants_ended_by_end on grants (app_id, ends, id) where no_to < 9223372036854775807;
