-- Where a client wants to be told that a session was ended (OpenID Connect Back-Channel Logout 1.0 section 2.2).
alter table clients add column backchannel_logout_uri text;
