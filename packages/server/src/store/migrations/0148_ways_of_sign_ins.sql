-- The ways of a successful sign-in, such as `password+totp`; null for sign-ins of earlier versions and for all other outcomes.
alter table sign_ins add column way text;
