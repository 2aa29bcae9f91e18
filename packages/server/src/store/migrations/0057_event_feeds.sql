-- How far the changes of the audit chain were handed to each place outside that is told of them as they come. One process hands over at a time:
-- it holds the feed until an instant, and longer while it is at it.
create table event_feeds (
  name       text primary key,
  no         bigint not null,
  held_until timestamptz not null
);
