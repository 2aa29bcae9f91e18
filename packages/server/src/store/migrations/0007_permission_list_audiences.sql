-- A list belongs to the audience of the tokens that name it: a program of another application is not given it by its hash.
-- What was kept until now names no audience; it is kept anew when the token that refers to it is renewed, within five minutes.
delete from permission_lists;
alter table permission_lists
  add column audience text not null,
  drop constraint permission_lists_pkey,
  add primary key (ref, audience);
