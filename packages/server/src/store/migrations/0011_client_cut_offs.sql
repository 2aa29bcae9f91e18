-- Access tokens that a client had in a session, or for itself, up to a moment: the id is the session's, a space, the client's.
alter table cut_offs drop constraint cut_offs_kind_check;
alter table cut_offs add constraint cut_offs_kind_check check (kind in ('user', 'session', 'client'));
