-- What the hash of a change covers. Version 1: what the change says of itself; older servers still write it. Version 2: its facts as well,
-- of all numbers from `facts_from` up to its own.
alter table change add column version    smallint not null default 1;
alter table change add column facts_from bigint;
alter table change add column opened     bigint;
alter table change add column closed     bigint;
alter table change add column facts      bytea;
alter table change add constraint change_covers check (
  num_nonnulls(facts_from, opened, closed, facts) = case version when 1 then 0 else 4 end
);

create index users_opened_by on users (no_from);
create index groups_opened_by on groups (no_from);
create index applications_opened_by on applications (no_from);
create index permissions_opened_by on permissions (no_from);
create index roles_opened_by on roles (no_from);
create index owners_opened_by on owners (no_from);
create index clients_opened_by on clients (no_from);
create index settings_opened_by on settings (no_from);
create index requests_opened_by on requests (no_from);
create index policies_opened_by on policies (no_from);
create index application_policies_opened_by on application_policies (no_from);
create index demands_opened_by on demands (no_from);
create index connections_opened_by on connections (no_from);

create index users_closed_by on users (no_to) where no_to < 9223372036854775807;
create index groups_closed_by on groups (no_to) where no_to < 9223372036854775807;
create index applications_closed_by on applications (no_to) where no_to < 9223372036854775807;
create index permissions_closed_by on permissions (no_to) where no_to < 9223372036854775807;
create index roles_closed_by on roles (no_to) where no_to < 9223372036854775807;
create index memberships_closed_by on memberships (no_to) where no_to < 9223372036854775807;
create index inclusions_closed_by on inclusions (no_to) where no_to < 9223372036854775807;
create index role_permissions_closed_by on role_permissions (no_to) where no_to < 9223372036854775807;
create index owners_closed_by on owners (no_to) where no_to < 9223372036854775807;
create index grants_closed_by on grants (no_to) where no_to < 9223372036854775807;
create index clients_closed_by on clients (no_to) where no_to < 9223372036854775807;
create index settings_closed_by on settings (no_to) where no_to < 9223372036854775807;
create index requests_closed_by on requests (no_to) where no_to < 9223372036854775807;
create index policies_closed_by on policies (no_to) where no_to < 9223372036854775807;
create index application_policies_closed_by on application_policies (no_to) where no_to < 9223372036854775807;
create index demands_closed_by on demands (no_to) where no_to < 9223372036854775807;
create index connections_closed_by on connections (no_to) where no_to < 9223372036854775807;

-- The facts that changes opened and closed, each as one line of JSON: the second encoding, never altered. Columns are written in this order
-- for ever; those that come later are covered by a later function. Whatever the statistics say, it goes by the indexes above.
create function facts_of_changes_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' as $$
begin
  return query
  select f.no_from, true, json_build_array('users', f.no_from, f.id, f.username, f.username_key, f.email, f.email_key, f.name, f.status, f.created_no)::text
    from users f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('users', f.no_from, f.id, f.username, f.username_key, f.email, f.email_key, f.name, f.status, f.created_no)::text
    from users f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('groups', f.no_from, f.id, f.name, f.name_key, f.description, f.created_no)::text
    from groups f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('groups', f.no_from, f.id, f.name, f.name_key, f.description, f.created_no)::text
    from groups f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('applications', f.no_from, f.id, f.key, f.name, f.description, f.built_in, f.created_no)::text
    from applications f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('applications', f.no_from, f.id, f.key, f.name, f.description, f.built_in, f.created_no)::text
    from applications f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('permissions', f.no_from, f.id, f.app_id, f.name, f.title, f.created_no)::text
    from permissions f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('permissions', f.no_from, f.id, f.app_id, f.name, f.title, f.created_no)::text
    from permissions f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('roles', f.no_from, f.id, f.app_id, f.name, f.title, f.built_in, f.created_no)::text
    from roles f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('roles', f.no_from, f.id, f.app_id, f.name, f.title, f.built_in, f.created_no)::text
    from roles f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('memberships', f.no_from, f.group_id, f.member_id, f.member_kind)::text
    from memberships f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('memberships', f.no_from, f.group_id, f.member_id, f.member_kind)::text
    from memberships f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('inclusions', f.no_from, f.role_id, f.included_id)::text
    from inclusions f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('inclusions', f.no_from, f.role_id, f.included_id)::text
    from inclusions f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('role_permissions', f.no_from, f.role_id, f.permission_id)::text
    from role_permissions f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('role_permissions', f.no_from, f.role_id, f.permission_id)::text
    from role_permissions f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('owners', f.no_from, f.app_id, f.user_id)::text
    from owners f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('owners', f.no_from, f.app_id, f.user_id)::text
    from owners f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('grants', f.no_from, f.id, f.app_id, f.principal_id, f.principal_kind, f.role_id, f.permission_id, f.starts, f.ends, f.reason, f.granted_by, f.created_no)::text
    from grants f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('grants', f.no_from, f.id, f.app_id, f.principal_id, f.principal_kind, f.role_id, f.permission_id, f.starts, f.ends, f.reason, f.granted_by, f.created_no)::text
    from grants f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('clients', f.no_from, f.id, f.app_id, f.name, f.kind, f.redirect_uris, f.post_logout_redirect_uris, f.web_origins, f.built_in, f.require_pkce, f.id_token_algorithm, f.require_pushed_authorization, f.backchannel_logout_uri, f.created_no)::text
    from clients f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('clients', f.no_from, f.id, f.app_id, f.name, f.kind, f.redirect_uris, f.post_logout_redirect_uris, f.web_origins, f.built_in, f.require_pkce, f.id_token_algorithm, f.require_pushed_authorization, f.backchannel_logout_uri, f.created_no)::text
    from clients f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('settings', f.no_from, f.organisation, f.remind_days)::text
    from settings f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('settings', f.no_from, f.organisation, f.remind_days)::text
    from settings f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('requests', f.no_from, f.id, f.app_id, f.user_id, f.role_id, f.permission_id, f.seconds, f.reason, f.place, f.asked_at, f.lapses_at, f.state, f.decided_at, f.decided_by, f.given_role_id, f.given_permission_id, f.given_seconds, f.note, f.grant_id, f.created_no)::text
    from requests f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('requests', f.no_from, f.id, f.app_id, f.user_id, f.role_id, f.permission_id, f.seconds, f.reason, f.place, f.asked_at, f.lapses_at, f.state, f.decided_at, f.decided_by, f.given_role_id, f.given_permission_id, f.given_seconds, f.note, f.grant_id, f.created_no)::text
    from requests f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('policies', f.no_from, f.ways, f.user_verification, f.member_session, f.administrator_session, f.email_domains, f.remembered_days, f.fresh_sign_in)::text
    from policies f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('policies', f.no_from, f.ways, f.user_verification, f.member_session, f.administrator_session, f.email_domains, f.remembered_days, f.fresh_sign_in)::text
    from policies f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('application_policies', f.no_from, f.app_id, f.ways, f.second_factor, f.max_age)::text
    from application_policies f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('application_policies', f.no_from, f.app_id, f.ways, f.second_factor, f.max_age)::text
    from application_policies f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('demands', f.no_from, f.of_kind, f.of_id, f.grace_until)::text
    from demands f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('demands', f.no_from, f.of_kind, f.of_id, f.grace_until)::text
    from demands f where f.no_to between first and last and f.no_to < 9223372036854775807
  union all
  select f.no_from, true, json_build_array('connections', f.no_from, f.id, f.name, f.name_key, f.kind, f.issuer, f.client_id, f.proof, f.scopes, f.enabled, f.domains, f.creates_users, f.allowed_domains, f.trusts_addresses, f.default_groups, f.groups_claim, f.group_mappings, f.two_factor_values, f.signs_out_there, f.directory, f.created_no)::text
    from connections f where f.no_from between first and last
  union all
  select f.no_to, false, json_build_array('connections', f.no_from, f.id, f.name, f.name_key, f.kind, f.issuer, f.client_id, f.proof, f.scopes, f.enabled, f.domains, f.creates_users, f.allowed_domains, f.trusts_addresses, f.default_groups, f.groups_claim, f.group_mappings, f.two_factor_values, f.signs_out_there, f.directory, f.created_no)::text
    from connections f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
