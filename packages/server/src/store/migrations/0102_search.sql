-- Lists are searched without accents, case, apostrophes and characters that have no shape. `foldForSearch` of @licet/contract is the
-- same function; a test compares the two over all characters.
set local statement_timeout = 0;

create function search_fold(text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = length($1) then lower(translate($1, '''`', '') collate "C") collate "default" else
    replace(replace(replace(replace(translate(
      lower(regexp_replace(
        normalize(replace($1, U&'\00B4', ''), nfkd) collate "C",
        '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\uFE00-\uFE0F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\U000E0000-\U000E0FFF''`\u2018\u2019\u201B\u2032\u02B9\u02BB-\u02BF\u02C8]+',
        '', 'g') collate "und-x-icu") collate "default",
      U&'øłđðħıŧŋĸςəɛɔɓɗɖƙƴɨʉ\2010\2011\2012\2013\2014\2015\2212\201C\201D\201E\00AB\00BB', 'olddhitnkσeeobddkyiu-------"""""'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end $$;

-- `search` stays for servers of the version before, which run beside this one during an upgrade.
alter table users add column sought text not null
  generated always as (search_fold(name || E'\n' || username || E'\n' || coalesce(email || E'\n' || email_key, ''))) stored;
alter table groups add column sought text not null generated always as (search_fold(name || E'\n' || description)) stored;
alter table applications add column sought text not null generated always as (search_fold(name || E'\n' || key || E'\n' || description)) stored;
alter table permissions add column sought text not null generated always as (search_fold(name || E'\n' || title)) stored;
alter table roles add column sought text not null generated always as (search_fold(name || E'\n' || title)) stored;

drop index users_search;
drop index permissions_search;
drop index roles_search;
create index users_sought on users using gin (sought gin_trgm_ops) where no_to = 9223372036854775807;
create index permissions_sought on permissions using gin (sought gin_trgm_ops) where no_to = 9223372036854775807;
create index roles_sought on roles using gin (sought gin_trgm_ops) where no_to = 9223372036854775807;
