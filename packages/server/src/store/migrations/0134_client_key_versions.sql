-- The number of the change that last touched a key, so that a change can be made against the version that was read.
-- A use of a key is no change. Keys of before begin at 0.
alter table client_keys add column version bigint not null default 0;
