-- Mails can be handed over to another program by HTTPS in place of a mail server. Then `password` is the secret that they are signed
-- with, and host, port and security are those of the address.
alter table mail_settings add column webhook text;
