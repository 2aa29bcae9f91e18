alter table users add column job_title personal_text;
