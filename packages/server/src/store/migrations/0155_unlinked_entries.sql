-- An unlinked entry keeps its former user until that user is deleted or erased. Then no import and no synchronisation recreates the user.
alter table directory_departed add column user_id uuid;
create index directory_departed_user on directory_departed (user_id) where user_id is not null;
