-- An application that is installed on somebody's device (RFC 8252). It keeps no secret, so that PKCE alone proves that a code is its own.
alter table clients drop constraint clients_kind_check;
alter table clients add constraint clients_kind_check check (kind in ('browser', 'native', 'server', 'service', 'device'));
alter table clients drop constraint clients_browser_pkce;
alter table clients add constraint clients_browser_pkce check (require_pkce or kind not in ('browser', 'native', 'device'));
