-- A connection can be to an LDAP directory: nobody is sent there, and what stands where in it is kept in place of what an OpenID
-- provider needs. The password by which it is read is a secret as any other.
alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check check (kind in ('openid', 'github', 'ldap'));
alter table connections alter column issuer drop not null;
alter table connections alter column client_id drop not null;
alter table connections alter column proof drop not null;
alter table connections add column directory jsonb;
alter table connections add constraint connections_of_their_kind check (
  case kind when 'ldap' then directory is not null and num_nulls(issuer, client_id, proof) = 3
  else directory is null and num_nulls(issuer, client_id, proof) = 0 end
);
