-- What is known of a person's e-mail address: that it was verified, or changed and not verified since. It counts while they have just
-- that address; of one that has stood since the account was made nothing is known.
create table address_states (
  user_id     uuid primary key,
  address     text not null,
  -- Null: it was not there from the beginning, and nobody has shown that it is theirs.
  verified_at timestamptz
);

-- A link by which a person shows that an address is theirs: asked for, and made when its mail is sent. One a person; the address is one
-- that they would rather have, when it is not the one that they have.
create table address_links (
  user_id    uuid primary key,
  address    text not null,
  asked_at   timestamptz not null,
  token_hash bytea unique,
  expires_at timestamptz not null
);

-- Where a link was mailed: whoever uses it has shown that the address is theirs.
alter table password_links add column address text;
