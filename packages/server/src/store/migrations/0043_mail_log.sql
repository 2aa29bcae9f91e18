-- What became of a mail at each attempt; and mails that administrators send once more, as another, or let be.
alter table mails add column log jsonb not null default '[]';
alter table mails drop constraint mails_dropped_check;
alter table mails add constraint mails_dropped_check check (dropped in ('too_late', 'no_address', 'no_use', 'withdrawn', 'by_hand', 'sent_again'));
