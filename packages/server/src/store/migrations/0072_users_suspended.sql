-- Who is suspended, which are few: those who hold something are counted without looking each of them up.
create index users_suspended on users (no_to) include (id, no_from) where status = 'suspended';
