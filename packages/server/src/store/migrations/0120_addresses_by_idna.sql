-- An e-mail address is one whether its domain is written in Unicode or in ASCII (x@bücher.example, x@xn--bcher-kva.example). Users keep
-- the form that they were given; no two get the same address in two forms from now on, whatever writes them. A unique index could not say
-- so: it cannot be made where such users are there already, and would refuse any change of them. Those stay as they are.
set local statement_timeout = 0;

-- The key of an address (`emailKey` of @licet/contract) with its domain in ASCII (RFC 3492). The key is folded already.
create function address_key(email_key text) returns text language plpgsql immutable strict parallel safe as $$
declare
  domain text := substring(email_key from '[^@]*$');
  label text;
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
  return left(email_key, length(email_key) - length(domain)) || array_to_string(labels, '.');
end $$;

-- Those alone can have an address in two forms: few, so that they are found at once.
create index users_addresses_by_idna on users (address_key(email_key))
  where no_to = 9223372036854775807 and (octet_length(email_key) <> length(email_key) or email_key like '%xn--%');

create function refuse_same_address() returns trigger language plpgsql as $$
begin
  -- Two who had one address before this change keep it: a change of their name is no new address.
  if exists (
    select from added a join users o on o.id <> a.id and address_key(o.email_key) = address_key(a.email_key)
    where a.no_to = 9223372036854775807 and (octet_length(a.email_key) <> length(a.email_key) or a.email_key like '%xn--%')
      and o.no_to = 9223372036854775807 and (octet_length(o.email_key) <> length(o.email_key) or o.email_key like '%xn--%')
      and not (
        exists (select from users b where b.id = a.id and b.no_to = a.no_from and b.email_key = a.email_key)
        and (o.no_from < a.no_from
          or exists (select from users b where b.id = o.id and b.no_to = o.no_from and b.email_key = o.email_key)))
  ) then
    raise exception 'Another user has that e-mail address, with its domain written in another form.'
      using errcode = '23505', constraint = 'users_email';
  end if;
  return null;
end $$;
create trigger users_same_address after insert on users referencing new table as added for each statement
  execute function refuse_same_address();
