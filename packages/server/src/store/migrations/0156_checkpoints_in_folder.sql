-- Whether a server has written the checkpoint to its audit folder. A server that has no folder may deliver a checkpoint. Then a server with
-- a folder writes it there later. The checkpoints of earlier versions count as written, so that no folder receives them twice.
alter table audit_checkpoints add column in_folder boolean not null default true;
alter table audit_checkpoints alter column in_folder set default false;
create index audit_checkpoints_not_in_folder on audit_checkpoints (sequence) where not in_folder;
