-- Who had a username or an address at an instant: without these everybody was read for each decision about somebody by name.
create index users_username_history on users (username_key, no_to);
create index users_email_history on users (email_key, no_to) where email_key is not null;
-- The grants to groups of an application, of which there are few.
create index grants_to_groups on grants (app_id, no_to) where principal_kind = 'group';
