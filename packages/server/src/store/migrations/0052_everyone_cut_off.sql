-- After a restore every access token of before is refused, whoever has it.
alter table cut_offs drop constraint cut_offs_kind_check;
alter table cut_offs add constraint cut_offs_kind_check check (kind in ('user', 'session', 'client', 'everyone'));
