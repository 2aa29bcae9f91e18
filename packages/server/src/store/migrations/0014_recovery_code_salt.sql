-- Recovery codes have 80 random bits: their hashes are made as passwords' are, with a salt of the set (OWASP ASVS 5.0.0 V6.5.2). Those
-- that were made before end; making new ones takes a minute.
delete from recovery_codes;
alter table recovery_codes add column salt bytea not null;
