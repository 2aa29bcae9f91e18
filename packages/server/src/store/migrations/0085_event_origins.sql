-- By which client, and from which network address, a change was made. Beside the chain and not covered by it: a row is deleted when it is as old as
-- lines of the sign-in log become, and when whoever made the change is erased. Changes of the server itself have none.
create table event_origins (
  no         bigint primary key,
  client_id  uuid,
  address    text,
  at         timestamptz not null,
  constraint event_origins_say_something check (num_nonnulls(client_id, address) > 0)
);
create index event_origins_at on event_origins (at);
