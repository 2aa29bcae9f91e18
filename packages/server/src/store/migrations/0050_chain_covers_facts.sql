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

-- The facts that changes opened and closed, each as one line of JSON, a function a table: the second encoding, never altered. Columns are
-- written in this order for ever; those that come later are covered by a later function. Whatever the statistics say, they go by the indexes above.
create function facts_of_users_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["users",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.username)::text || ',' || to_json(f.username_key)::text || ',' || coalesce(to_json(f.email)::text, 'null') || ',' || coalesce(to_json(f.email_key)::text, 'null') || ',' || to_json(f.name)::text || ',' || to_json(f.status)::text || ',' || f.created_no::text || ']'
    from users f where f.no_from between first and last;
  return query select f.no_to, false,
      '["users",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.username)::text || ',' || to_json(f.username_key)::text || ',' || coalesce(to_json(f.email)::text, 'null') || ',' || coalesce(to_json(f.email_key)::text, 'null') || ',' || to_json(f.name)::text || ',' || to_json(f.status)::text || ',' || f.created_no::text || ']'
    from users f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_groups_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["groups",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.name)::text || ',' || to_json(f.name_key)::text || ',' || to_json(f.description)::text || ',' || f.created_no::text || ']'
    from groups f where f.no_from between first and last;
  return query select f.no_to, false,
      '["groups",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.name)::text || ',' || to_json(f.name_key)::text || ',' || to_json(f.description)::text || ',' || f.created_no::text || ']'
    from groups f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_applications_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["applications",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.key)::text || ',' || to_json(f.name)::text || ',' || to_json(f.description)::text || ',' || f.built_in::text || ',' || f.created_no::text || ']'
    from applications f where f.no_from between first and last;
  return query select f.no_to, false,
      '["applications",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.key)::text || ',' || to_json(f.name)::text || ',' || to_json(f.description)::text || ',' || f.built_in::text || ',' || f.created_no::text || ']'
    from applications f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_permissions_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["permissions",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '",' || to_json(f.name)::text || ',' || to_json(f.title)::text || ',' || f.created_no::text || ']'
    from permissions f where f.no_from between first and last;
  return query select f.no_to, false,
      '["permissions",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '",' || to_json(f.name)::text || ',' || to_json(f.title)::text || ',' || f.created_no::text || ']'
    from permissions f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_roles_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["roles",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '",' || to_json(f.name)::text || ',' || to_json(f.title)::text || ',' || f.built_in::text || ',' || f.created_no::text || ']'
    from roles f where f.no_from between first and last;
  return query select f.no_to, false,
      '["roles",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '",' || to_json(f.name)::text || ',' || to_json(f.title)::text || ',' || f.built_in::text || ',' || f.created_no::text || ']'
    from roles f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_memberships_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["memberships",' || f.no_from::text || ',"' || f.group_id::text || '","' || f.member_id::text || '",' || to_json(f.member_kind)::text || ']'
    from memberships f where f.no_from between first and last;
  return query select f.no_to, false,
      '["memberships",' || f.no_from::text || ',"' || f.group_id::text || '","' || f.member_id::text || '",' || to_json(f.member_kind)::text || ']'
    from memberships f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_inclusions_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["inclusions",' || f.no_from::text || ',"' || f.role_id::text || '","' || f.included_id::text || '"]'
    from inclusions f where f.no_from between first and last;
  return query select f.no_to, false,
      '["inclusions",' || f.no_from::text || ',"' || f.role_id::text || '","' || f.included_id::text || '"]'
    from inclusions f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_role_permissions_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["role_permissions",' || f.no_from::text || ',"' || f.role_id::text || '","' || f.permission_id::text || '"]'
    from role_permissions f where f.no_from between first and last;
  return query select f.no_to, false,
      '["role_permissions",' || f.no_from::text || ',"' || f.role_id::text || '","' || f.permission_id::text || '"]'
    from role_permissions f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_owners_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["owners",' || f.no_from::text || ',"' || f.app_id::text || '","' || f.user_id::text || '"]'
    from owners f where f.no_from between first and last;
  return query select f.no_to, false,
      '["owners",' || f.no_from::text || ',"' || f.app_id::text || '","' || f.user_id::text || '"]'
    from owners f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_grants_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["grants",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '","' || f.principal_id::text || '",' || to_json(f.principal_kind)::text || ',' || coalesce('"' || f.role_id::text || '"', 'null') || ',' || coalesce('"' || f.permission_id::text || '"', 'null') || ',"' || f.starts::text || '","' || f.ends::text || '",' || to_json(f.reason)::text || ',' || to_json(f.granted_by)::text || ',' || f.created_no::text || ']'
    from grants f where f.no_from between first and last;
  return query select f.no_to, false,
      '["grants",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '","' || f.principal_id::text || '",' || to_json(f.principal_kind)::text || ',' || coalesce('"' || f.role_id::text || '"', 'null') || ',' || coalesce('"' || f.permission_id::text || '"', 'null') || ',"' || f.starts::text || '","' || f.ends::text || '",' || to_json(f.reason)::text || ',' || to_json(f.granted_by)::text || ',' || f.created_no::text || ']'
    from grants f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_clients_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["clients",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '",' || to_json(f.name)::text || ',' || to_json(f.kind)::text || ',' || to_json(f.redirect_uris)::text || ',' || to_json(f.post_logout_redirect_uris)::text || ',' || to_json(f.web_origins)::text || ',' || f.built_in::text || ',' || f.require_pkce::text || ',' || to_json(f.id_token_algorithm)::text || ',' || f.require_pushed_authorization::text || ',' || coalesce(to_json(f.backchannel_logout_uri)::text, 'null') || ',' || f.created_no::text || ']'
    from clients f where f.no_from between first and last;
  return query select f.no_to, false,
      '["clients",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '",' || to_json(f.name)::text || ',' || to_json(f.kind)::text || ',' || to_json(f.redirect_uris)::text || ',' || to_json(f.post_logout_redirect_uris)::text || ',' || to_json(f.web_origins)::text || ',' || f.built_in::text || ',' || f.require_pkce::text || ',' || to_json(f.id_token_algorithm)::text || ',' || f.require_pushed_authorization::text || ',' || coalesce(to_json(f.backchannel_logout_uri)::text, 'null') || ',' || f.created_no::text || ']'
    from clients f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_settings_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["settings",' || f.no_from::text || ',' || to_json(f.organisation)::text || ',' || f.remind_days::text || ']'
    from settings f where f.no_from between first and last;
  return query select f.no_to, false,
      '["settings",' || f.no_from::text || ',' || to_json(f.organisation)::text || ',' || f.remind_days::text || ']'
    from settings f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_requests_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["requests",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '","' || f.user_id::text || '",' || coalesce('"' || f.role_id::text || '"', 'null') || ',' || coalesce('"' || f.permission_id::text || '"', 'null') || ',' || f.seconds::text || ',' || to_json(f.reason)::text || ',' || to_json(f.place)::text || ',"' || f.asked_at::text || '","' || f.lapses_at::text || '",' || to_json(f.state)::text || ',' || coalesce('"' || f.decided_at::text || '"', 'null') || ',' || coalesce('"' || f.decided_by::text || '"', 'null') || ',' || coalesce('"' || f.given_role_id::text || '"', 'null') || ',' || coalesce('"' || f.given_permission_id::text || '"', 'null') || ',' || coalesce(f.given_seconds::text, 'null') || ',' || to_json(f.note)::text || ',' || coalesce('"' || f.grant_id::text || '"', 'null') || ',' || f.created_no::text || ']'
    from requests f where f.no_from between first and last;
  return query select f.no_to, false,
      '["requests",' || f.no_from::text || ',"' || f.id::text || '","' || f.app_id::text || '","' || f.user_id::text || '",' || coalesce('"' || f.role_id::text || '"', 'null') || ',' || coalesce('"' || f.permission_id::text || '"', 'null') || ',' || f.seconds::text || ',' || to_json(f.reason)::text || ',' || to_json(f.place)::text || ',"' || f.asked_at::text || '","' || f.lapses_at::text || '",' || to_json(f.state)::text || ',' || coalesce('"' || f.decided_at::text || '"', 'null') || ',' || coalesce('"' || f.decided_by::text || '"', 'null') || ',' || coalesce('"' || f.given_role_id::text || '"', 'null') || ',' || coalesce('"' || f.given_permission_id::text || '"', 'null') || ',' || coalesce(f.given_seconds::text, 'null') || ',' || to_json(f.note)::text || ',' || coalesce('"' || f.grant_id::text || '"', 'null') || ',' || f.created_no::text || ']'
    from requests f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_policies_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["policies",' || f.no_from::text || ',' || to_json(f.ways)::text || ',' || to_json(f.user_verification)::text || ',' || f.member_session::text || ',' || f.administrator_session::text || ',' || to_json(f.email_domains)::text || ',' || f.remembered_days::text || ',' || f.fresh_sign_in::text || ']'
    from policies f where f.no_from between first and last;
  return query select f.no_to, false,
      '["policies",' || f.no_from::text || ',' || to_json(f.ways)::text || ',' || to_json(f.user_verification)::text || ',' || f.member_session::text || ',' || f.administrator_session::text || ',' || to_json(f.email_domains)::text || ',' || f.remembered_days::text || ',' || f.fresh_sign_in::text || ']'
    from policies f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_application_policies_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["application_policies",' || f.no_from::text || ',"' || f.app_id::text || '",' || coalesce(to_json(f.ways)::text, 'null') || ',' || f.second_factor::text || ',' || coalesce(f.max_age::text, 'null') || ']'
    from application_policies f where f.no_from between first and last;
  return query select f.no_to, false,
      '["application_policies",' || f.no_from::text || ',"' || f.app_id::text || '",' || coalesce(to_json(f.ways)::text, 'null') || ',' || f.second_factor::text || ',' || coalesce(f.max_age::text, 'null') || ']'
    from application_policies f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_demands_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["demands",' || f.no_from::text || ',' || to_json(f.of_kind)::text || ',' || coalesce('"' || f.of_id::text || '"', 'null') || ',' || coalesce('"' || f.grace_until::text || '"', 'null') || ']'
    from demands f where f.no_from between first and last;
  return query select f.no_to, false,
      '["demands",' || f.no_from::text || ',' || to_json(f.of_kind)::text || ',' || coalesce('"' || f.of_id::text || '"', 'null') || ',' || coalesce('"' || f.grace_until::text || '"', 'null') || ']'
    from demands f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_connections_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      '["connections",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.name)::text || ',' || to_json(f.name_key)::text || ',' || to_json(f.kind)::text || ',' || coalesce(to_json(f.issuer)::text, 'null') || ',' || coalesce(to_json(f.client_id)::text, 'null') || ',' || coalesce(to_json(f.proof)::text, 'null') || ',' || to_json(f.scopes)::text || ',' || f.enabled::text || ',' || to_json(f.domains)::text || ',' || f.creates_users::text || ',' || to_json(f.allowed_domains)::text || ',' || f.trusts_addresses::text || ',' || to_json(f.default_groups)::text || ',' || coalesce(to_json(f.groups_claim)::text, 'null') || ',' || to_json(f.group_mappings)::text || ',' || to_json(f.two_factor_values)::text || ',' || f.signs_out_there::text || ',' || coalesce(to_json(f.directory)::text, 'null') || ',' || f.created_no::text || ']'
    from connections f where f.no_from between first and last;
  return query select f.no_to, false,
      '["connections",' || f.no_from::text || ',"' || f.id::text || '",' || to_json(f.name)::text || ',' || to_json(f.name_key)::text || ',' || to_json(f.kind)::text || ',' || coalesce(to_json(f.issuer)::text, 'null') || ',' || coalesce(to_json(f.client_id)::text, 'null') || ',' || coalesce(to_json(f.proof)::text, 'null') || ',' || to_json(f.scopes)::text || ',' || f.enabled::text || ',' || to_json(f.domains)::text || ',' || f.creates_users::text || ',' || to_json(f.allowed_domains)::text || ',' || f.trusts_addresses::text || ',' || to_json(f.default_groups)::text || ',' || coalesce(to_json(f.groups_claim)::text, 'null') || ',' || to_json(f.group_mappings)::text || ',' || to_json(f.two_factor_values)::text || ',' || f.signs_out_there::text || ',' || coalesce(to_json(f.directory)::text, 'null') || ',' || f.created_no::text || ']'
    from connections f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;

create function facts_of_changes_2(first bigint, last bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
begin
  return query select * from facts_of_users_2(first, last);
  return query select * from facts_of_groups_2(first, last);
  return query select * from facts_of_applications_2(first, last);
  return query select * from facts_of_permissions_2(first, last);
  return query select * from facts_of_roles_2(first, last);
  return query select * from facts_of_memberships_2(first, last);
  return query select * from facts_of_inclusions_2(first, last);
  return query select * from facts_of_role_permissions_2(first, last);
  return query select * from facts_of_owners_2(first, last);
  return query select * from facts_of_grants_2(first, last);
  return query select * from facts_of_clients_2(first, last);
  return query select * from facts_of_settings_2(first, last);
  return query select * from facts_of_requests_2(first, last);
  return query select * from facts_of_policies_2(first, last);
  return query select * from facts_of_application_policies_2(first, last);
  return query select * from facts_of_demands_2(first, last);
  return query select * from facts_of_connections_2(first, last);
end $$;

-- Which tables of facts a transaction wrote to: a change looks at those alone.
create function note_written() returns trigger language plpgsql as $$
declare known text := current_setting('licet.written', true);
begin
  if known is null or known = '' then
    perform set_config('licet.written', tg_table_name, true);
  elsif not tg_table_name = any (string_to_array(known, ',')) then
    perform set_config('licet.written', known || ',' || tg_table_name, true);
  end if;
  return null;
end $$;
create trigger users_noted after insert or update or delete on users for each statement execute function note_written();
create trigger groups_noted after insert or update or delete on groups for each statement execute function note_written();
create trigger applications_noted after insert or update or delete on applications for each statement execute function note_written();
create trigger permissions_noted after insert or update or delete on permissions for each statement execute function note_written();
create trigger roles_noted after insert or update or delete on roles for each statement execute function note_written();
create trigger memberships_noted after insert or update or delete on memberships for each statement execute function note_written();
create trigger inclusions_noted after insert or update or delete on inclusions for each statement execute function note_written();
create trigger role_permissions_noted after insert or update or delete on role_permissions for each statement execute function note_written();
create trigger owners_noted after insert or update or delete on owners for each statement execute function note_written();
create trigger grants_noted after insert or update or delete on grants for each statement execute function note_written();
create trigger clients_noted after insert or update or delete on clients for each statement execute function note_written();
create trigger settings_noted after insert or update or delete on settings for each statement execute function note_written();
create trigger requests_noted after insert or update or delete on requests for each statement execute function note_written();
create trigger policies_noted after insert or update or delete on policies for each statement execute function note_written();
create trigger application_policies_noted after insert or update or delete on application_policies for each statement execute function note_written();
create trigger demands_noted after insert or update or delete on demands for each statement execute function note_written();
create trigger connections_noted after insert or update or delete on connections for each statement execute function note_written();

create function facts_written_2(number bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
declare written text;
begin
  foreach written in array string_to_array(coalesce(current_setting('licet.written', true), ''), ',') loop
    return query execute format('select * from %I($1, $1)', 'facts_of_' || written || '_2') using number;
  end loop;
end $$;
