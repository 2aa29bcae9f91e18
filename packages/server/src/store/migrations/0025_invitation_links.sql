-- An invitation holds a link of its own kind.
alter table password_links drop constraint password_links_kind_check;
alter table password_links add constraint password_links_kind_check check (kind in ('by_hand', 'reset', 'invitation'));
