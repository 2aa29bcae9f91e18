-- Raised by everything that ends the sign-ins of a user: whoever proved who they are before it, and comes on after it, has proved
-- nothing. A clock cannot tell the two apart.
create table sign_in_epochs (
  user_id uuid primary key,
  epoch   bigint not null
);

-- The epoch in which the first factor was shown. Sign-ins under way begin again.
delete from sign_in_steps;
alter table sign_in_steps add column epoch bigint not null;
