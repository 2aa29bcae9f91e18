-- Of what trouble the administrators were told by mail: once, until a run ends well.
alter table directory_syncs add column told text check (told in ('failed', 'waiting'));
