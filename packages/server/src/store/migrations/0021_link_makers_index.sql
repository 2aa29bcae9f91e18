-- Links are found by their token or their user; nothing asks for those of a maker.
drop index password_links_made_by;
