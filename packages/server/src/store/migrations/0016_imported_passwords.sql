-- Hashes that other systems made are kept as imported:<kind>:<cost>:<hash> until their owner signs in. Which costs are kept is asked
-- often, so that wrong answers take as long for everybody.
create index credentials_imported on credentials (((split_part(password_hash, ':', 2) || ':' || split_part(password_hash, ':', 3)) collate "C"))
  where password_hash like 'imported:%';
