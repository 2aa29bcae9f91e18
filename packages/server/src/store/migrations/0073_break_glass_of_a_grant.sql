-- What ends soon tells what was given from what was taken at once: for each grant of the list it is asked.
create index break_glass_of_grant on break_glass (grant_id, no_to);
