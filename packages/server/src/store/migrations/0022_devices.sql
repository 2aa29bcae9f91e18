-- A program that signs people in by a code which they enter in a browser elsewhere (RFC 8628). It keeps no secret.
alter table clients drop constraint clients_kind_check;
alter table clients add constraint clients_kind_check check (kind in ('browser', 'server', 'service', 'device'));
alter table clients drop constraint clients_browser_pkce;
alter table clients add constraint clients_browser_pkce check (require_pkce or kind not in ('browser', 'device'));
create unique index oidc_records_user_code on oidc_records ((payload->>'userCode')) where model = 'DeviceCode';
