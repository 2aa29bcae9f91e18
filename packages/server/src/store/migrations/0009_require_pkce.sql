-- Whether a client that keeps a secret must prove by PKCE that the code is its own. A browser client always must.
alter table clients add column require_pkce boolean not null default true;
alter table clients alter column require_pkce drop default;
alter table clients add constraint clients_browser_pkce check (require_pkce or kind <> 'browser');
