-- UTS #46 maps some letters to others that lower case leaves as they are: ᾳ is αι, small Cherokee letters are the capital ones. A domain with such
-- letters had a key beside the one of its ASCII form, so two users could have one address. The contract gives such domains one key
-- from now on; rows of before keep theirs, and are compared by the mapped letters. Users who have one address already stay as they are.
set local statement_timeout = 0;

create function domain_letters(domain text) returns text language sql immutable strict parallel safe as $$
  select translate(
    regexp_replace(domain collate "C", '([ᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾲᾳᾴᾷῂῃῄῇῲῳῴῷ])', '\1ι', 'g'),
    'ᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾲᾳᾴᾷῂῃῄῇῲῳῴῷ' || chr(837) || 'ᲀᲁᲂᲃᲄᲅᲆᲇᲈ'
      || 'ꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽ',
    'ἀἁἂἃἄἅἆἇἠἡἢἣἤἥἦἧὠὡὢὣὤὥὦὧὰαάᾶὴηήῆὼωώῶ' || 'ι' || 'вдосттъѣꙋ'
      || 'ᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵ')
$$;

drop index users_addresses_by_idna;

-- As in 0120, of the mapped letters. From version 17 on PostgreSQL looks for functions in its own schema alone while it makes an index or statistics.
create or replace function address_key(email_key text) returns text language plpgsql immutable strict parallel safe as $$
declare
  domain text := substring(email_key from '[^@]*$');
  label text;
  rest_of_key text;
  labels text[] := '{}';
  points int[];
  encoded text;
  code bigint;
  lowest bigint;
  delta bigint;
  bias bigint;
  basic int;
  handled int;
  rest bigint;
  k bigint;
  threshold bigint;
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
begin
  if octet_length(domain) = length(domain) then return email_key; end if;
  rest_of_key := left(email_key, length(email_key) - length(domain));
  domain := public.domain_letters(domain);
  foreach label in array string_to_array(domain, '.') loop
    if octet_length(label) > length(label) then
      points := array(select ascii(x.letter) from unnest(string_to_array(label, null)) with ordinality x (letter, place) order by x.place);
      encoded := (select coalesce(string_agg(chr(x.point), '' order by x.place), '') from unnest(points) with ordinality x (point, place) where x.point < 128);
      basic := length(encoded);
      handled := basic;
      if basic > 0 then encoded := encoded || '-'; end if;
      lowest := 128;
      delta := 0;
      bias := 72;
      while handled < length(label) loop
        code := (select min(x.point) from unnest(points) x (point) where x.point >= lowest);
        delta := delta + (code - lowest) * (handled + 1);
        lowest := code;
        foreach code in array points loop
          if code < lowest then delta := delta + 1; end if;
          if code = lowest then
            rest := delta;
            k := 36;
            loop
              threshold := greatest(least(k - bias, 26), 1);
              exit when rest < threshold;
              encoded := encoded || substr(digits, (threshold + (rest - threshold) % (36 - threshold) + 1)::int, 1);
              rest := (rest - threshold) / (36 - threshold);
              k := k + 36;
            end loop;
            encoded := encoded || substr(digits, (rest + 1)::int, 1);
            delta := delta / case when handled = basic then 700 else 2 end;
            delta := delta + delta / (handled + 1);
            k := 0;
            while delta > 455 loop
              delta := delta / 35;
              k := k + 36;
            end loop;
            bias := k + 36 * delta / (delta + 38);
            delta := 0;
            handled := handled + 1;
          end if;
        end loop;
        delta := delta + 1;
        lowest := lowest + 1;
      end loop;
      label := 'xn--' || encoded;
    end if;
    labels := labels || label;
  end loop;
  return rest_of_key || array_to_string(labels, '.');
end $$;

-- Those alone can have an address in two forms: few, so that they are found at once.
create index users_addresses_by_idna on users (address_key(email_key))
  where no_to = 9223372036854775807 and (octet_length(email_key) <> length(email_key) or email_key like '%xn--%');
