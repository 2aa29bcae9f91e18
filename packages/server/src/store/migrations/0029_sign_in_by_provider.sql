-- A sign-in may begin at another provider. It could before, wherever there was a connection: policies from then still let it.
alter table policies drop constraint policies_ways_check;
update policies set ways = ways || '{provider}'::text[];
alter table policies add constraint policies_ways_check
  check (ways <@ '{password,passkey,provider}' and cardinality(ways) > 0);

-- What the provider said of the last sign-in by an account (`acr`, and each of `amr`): whether that counts as two factors is for
-- its connection to say.
alter table identities add column said text[] not null default '{}';
