-- Sign-ins that were proved and not yet followed end with the user's sessions: they are found by the user.
create index oidc_records_proved on oidc_records ((payload #>> '{result,login,accountId}')) where model = 'Interaction';
