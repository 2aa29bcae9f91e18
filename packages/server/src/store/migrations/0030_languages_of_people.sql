-- The language that a person's browser asked for when they last signed in: what their mails are written in.
alter table last_sign_ins add column language text check (language in ('en', 'de'));
