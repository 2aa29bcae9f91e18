-- Whether a passkey may be kept by more than one device. It is so for life: one that changes is refused (WebAuthn Level 3 section 7.2).
alter table passkeys add column backup_eligible boolean not null;
