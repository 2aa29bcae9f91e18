-- What somebody exercised is also asked by who they are. The key begins with the user: it serves that as it is, and reports write no further index.
-- By permission there is usage_users_last.
alter table usage_users drop constraint usage_users_pkey, add primary key (user_id, permission_id);
