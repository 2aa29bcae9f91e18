-- No secret is taken of a program that has registered a public key. Secrets that are in force beside one end as if the key had taken
-- their place with the longest overlap, so that no running program is cut off unwarned.
update client_keys secret set ends_at = now() + interval '90 days'
where secret.secret_hash is not null and (secret.ends_at is null or secret.ends_at > now() + interval '90 days')
  and exists (
    select from client_keys signing
    where signing.client_id = secret.client_id and signing.public_key is not null and (signing.ends_at is null or signing.ends_at > now())
  );
