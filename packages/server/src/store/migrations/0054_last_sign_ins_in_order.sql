-- A list of users by their last sign-in is walked along it, from either end; before, everybody was sorted for one page.
create index last_sign_ins_order on last_sign_ins (at, user_id);
