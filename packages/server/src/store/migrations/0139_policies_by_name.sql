-- Whom the policies of roles name is asked for at each change of a group and in each plan.
create index role_policies_named on role_policies using gin (policy jsonb_path_ops);
