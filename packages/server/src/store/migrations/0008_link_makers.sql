-- Who made a set-password link: it is worth what they may still do at the moment of its use. Null for the operator.
alter table password_links add column made_by uuid;
update password_links l set made_by = (
  select c.actor_id from change c
  where c.target_id = l.user_id::text and c.action in ('user.password_link_made', 'licet.admin_recovered')
  order by c.no desc limit 1
);
create index password_links_made_by on password_links (made_by);
