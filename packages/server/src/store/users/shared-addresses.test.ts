import { domainToASCII } from 'node:url';
import { emailKey, identityKey, newEmail } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readNow } from '../kernel/read-now.ts';
import { build, type TestStore, testStore } from '../store.testing.ts';
import { sharedAddresses } from './addresses.ts';
import { rekeyAddresses } from './rekey-addresses.ts';
import { deleteUser, findUser, findUserByName, insertUser, updateUser } from './users.ts';

describe('shared addresses', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  const unicode = 'x@bücher.example';
  const ascii = 'x@xn--bcher-kva.example';
  let made = 0;
  const user = (email: string | null) => ({
    username: `user-${++made}`,
    email,
    name: 'A user',
    status: 'active' as const,
  });
  const insert = (email: string | null) => build(store.database, (change) => insertUser(change, user(email)));
  const update = (id: string, fields: { email?: string | null; name?: string }) =>
    build(store.database, async (change) => {
      const before = await findUser(change, id);
      if (!before) throw new Error('The user is not there.');
      return updateUser(change, before, fields);
    });
  const refused = { problem: { code: 'name_taken' } };
  const shared = () => sharedAddresses(store.database.pool);
  /** Creates two users of an earlier version, which allowed them to share an address. */
  const pair = async (one = unicode, other = ascii) => {
    await store.database.pool.query('alter table users disable trigger users_same_address');
    const users = [await insert(one), await insert(other)] as const;
    await store.database.pool.query('alter table users enable trigger users_same_address');
    return users;
  };
  const remove = (...ids: string[]) =>
    build(store.database, async (change) => {
      for (const id of ids) await deleteUser(change, id);
    });

  describe('the key of an address in the database', () => {
    test('equals the key that the code computes, for all kinds of domain labels', async () => {
      const labels = [
        'bücher',
        'straße',
        'βόλος',
        'βόλοσ',
        '日本語',
        'правда',
        'उदाहरण',
        'ü',
        'a-ü-b',
        'üüüü',
        '𠜎',
        'ab𐐷c',
        'x1ñ2',
      ];
      for (let length = 1; length <= 40; length += 3)
        labels.push('ñä'.repeat(length).slice(0, length), `${'a'.repeat(length)}é`);
      const emails = labels.flatMap((label) => [
        `maya@${label}.example`,
        `Jürgen@www.${label}.${label}`,
        `x@xn--bcher-kva.${label}`,
      ]);
      const { rows } = await store.database.pool.query<{ key: string }>(
        'select address_key(k) as key from unnest($1::text[]) with ordinality e (k, place) order by place',
        [emails.map(emailKey)],
      );
      expect(rows.map(({ key }) => key)).toEqual(emails.map(identityKey));
      expect(emails.map(identityKey)).not.toContain('');
      expect(identityKey(emails[0] ?? '')).toBe(`maya@${domainToASCII('bücher.example')}`);
    });
  });

  describe('an address at a domain with letters that UTS #46 maps to others', () => {
    /** The key as the previous version computed it. */
    const before = (domain: string) =>
      [...domain.normalize('NFKC')]
        .map((letter) => letter.toLowerCase())
        .join('')
        .normalize('NFKC');

    test('has the same key in the database as in code, even in rows of the previous version', async () => {
      const emails = Array.from({ length: 0x110000 }, (_, no) => no)
        .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
        .map((code) => String.fromCodePoint(code))
        .filter((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter))
        .map((letter) => ({ letter, email: `x@a${letter}b.example` }))
        .filter(({ email }) => newEmail.safeParse(email).success)
        .flatMap(({ letter, email }) =>
          [...new Set([emailKey(email), before(email)])].map((key) => ({ letter, email, key })),
        );
      const { rows } = await store.database.pool.query<{ key: string }>(
        'select address_key(k) as key from unnest($1::text[]) with ordinality e (k, place) order by place',
        [emails.map(({ key }) => key)],
      );
      const others = emails.filter(({ email }, no) => rows[no]?.key !== identityKey(email));
      expect(others.map(({ letter, key }) => [letter, key])).toEqual(
        [...'ϲ𝛓𝜍𝝇𝞁𝞻'].map((letter) => [letter, 'x@aςb.example']),
      );
    });

    test.each([
      ['g@ᾳβ.example', 'g@xn--mxacu.example'],
      ['g@αιβ.example', 'g@ᾼΒ.example'],
      ['g@ᎠᎡ.example', 'g@ꭰꭱ.example'],
      ['g@xn--58dc.example', 'g@ᎠᎡ.example'],
      ['g@ϲ-firm.gr', 'g@σ-firm.gr'],
      ['g@𝛓-firm.gr', `g@${domainToASCII('σ-firm.gr')}`],
    ])('belongs to one user only: while one has %s, %s is refused', async (first, second) => {
      const there = await insert(first);
      await expect(insert(second)).rejects.toMatchObject(refused);
      expect((await readNow(store.database, (snapshot) => findUserByName(snapshot, second)))?.id).toBe(there.id);
      await remove(there.id);
    });

    test('identifies its user and is refused to others, even in rows of the previous version', async () => {
      const there = await build(store.database, async (change) => {
        await change.connection.query(
          `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
         values (gen_random_uuid(), 'old', 'old', 'g@ᾳβ.example', 'g@ᾳβ.example', 'Old', 'active', $1, $1)`,
          [change.no],
        );
        return findUserByName(change, 'old');
      });
      for (const typed of ['g@ᾳβ.example', 'G@ᾼΒ.example'])
        expect((await readNow(store.database, (snapshot) => findUserByName(snapshot, typed)))?.id).toBe(there?.id);
      for (const second of ['g@αιβ.example', 'g@xn--mxacu.example', 'g@ᾳβ.example'])
        await expect(insert(second), second).rejects.toMatchObject(refused);
      expect((await update(there?.id ?? '', { name: 'Renamed' })).name).toBe('Renamed');
      await remove(there?.id ?? '');
    });

    // Since version 17, PostgreSQL searches only pg_catalog for functions while it builds an index or statistics, including during an
    // upgrade.
    test('lets PostgreSQL rebuild statistics and the index', async () => {
      const { id } = await insert('g@ᾳβ.example');
      for (const statement of ['vacuum (analyze) users', 'reindex index users_addresses_by_idna'])
        await expect(store.database.pool.query(statement), statement).resolves.toBeDefined();
      await remove(id);
    });
  });

  describe('an address whose domain has two forms', () => {
    test.each([
      [unicode, ascii],
      [ascii, unicode],
      ['x@BÜCHER.example', 'X@XN--BCHER-KVA.EXAMPLE'],
      ['x@bücher.example', 'x@bu\u0308cher.example'],
      ['x@bücher.xn--p1ai', 'x@xn--bcher-kva.рф'],
    ])('belongs to one user only: while one has %s, %s is refused', async (first, second) => {
      const there = await insert(first);
      await expect(insert(second)).rejects.toMatchObject(refused);
      const other = await insert(null);
      await expect(update(other.id, { email: second })).rejects.toMatchObject(refused);
      expect((await readNow(store.database, (snapshot) => findUserByName(snapshot, second)))?.id).toBe(there.id);
      expect(await shared()).toEqual([]);
      expect((await update(there.id, { email: second })).email).toBe(second);
      await remove(there.id, other.id);
    });

    test('is free again after its user gets another one', async () => {
      const one = await insert(unicode);
      await update(one.id, { email: 'y@bücher.example' });
      const two = await insert(ascii);
      await expect(update(one.id, { email: unicode })).rejects.toMatchObject(refused);
      await remove(one.id, two.id);
    });

    test('is refused a second time even within one change', async () => {
      const one = await insert(unicode);
      await expect(
        build(store.database, async (change) => {
          await updateUser(change, one, { email: 'away@example.org' });
          await insertUser(change, user(ascii));
          const away = await findUser(change, one.id);
          if (away) await updateUser(change, away, { email: unicode });
        }),
      ).rejects.toMatchObject(refused);
      await expect(
        build(store.database, async (change) => {
          await change.connection.query(
            `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
           select gen_random_uuid(), k, k, k || '@bücher.test', k || case when k = 'a' then '@bücher.test' else '@xn--bcher-kva.test' end,
             k, 'active', $1, $1 from unnest(array['a', 'b']) k`,
            [change.no],
          );
          await change.connection.query(
            `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
           select gen_random_uuid(), k, k, k, k, k, 'active', $1, $1 from unnest(array['z@bücher.test', 'z@xn--bcher-kva.test']) k`,
            [change.no],
          );
        }),
      ).rejects.toMatchObject(refused);
      await remove(one.id);
    });

    test('is given to only one of eight simultaneous new users', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, no) =>
          insert(no % 2 === 0 ? 'race@bücher.example' : 'race@xn--bcher-kva.example'),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });

  describe('two users of an earlier version with one address', () => {
    test('are reported and can be changed, and the address is refused to others', async () => {
      const [one, two] = await pair();
      expect(await shared()).toEqual([[one.id, two.id]]);
      expect((await update(one.id, { name: 'Renamed' })).name).toBe('Renamed');
      expect((await update(two.id, { name: 'Renamed too' })).name).toBe('Renamed too');
      await expect(insert('X@bücher.example')).rejects.toMatchObject(refused);
      for (const [spelling, id] of [
        [unicode, one.id],
        [ascii, two.id],
        ['X@Bücher.example', one.id],
      ] as const)
        expect((await readNow(store.database, (snapshot) => findUserByName(snapshot, spelling)))?.id).toBe(id);
      await update(two.id, { email: null });
      expect(await shared()).toEqual([]);
      await expect(update(two.id, { email: ascii })).rejects.toMatchObject(refused);
      await remove(one.id, two.id);
    });

    test('can both be renamed in one change', async () => {
      const [one, two] = await pair('p@bücher.example', 'p@xn--bcher-kva.example');
      await build(store.database, async (change) => {
        for (const each of [one, two]) await updateUser(change, each, { name: 'Both' });
      });
      expect(await shared()).toEqual([[one.id, two.id]]);
      await remove(one.id, two.id);
    });
  });
});

describe('new keys of addresses', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  /** Creates a user whose address has the key of an earlier version. */
  const old = (username: string, email: string, key: string) =>
    build(store.database, async (change) => {
      await change.connection.query(
        `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
       values (gen_random_uuid(), $1, $1, $2, $3, 'Old', 'active', $4, $4)`,
        [username, email, key, change.no],
      );
      return (await findUserByName(change, username))?.id ?? '';
    });
  const found = async (name: string) =>
    (await readNow(store.database, (snapshot) => findUserByName(snapshot, name)))?.id;
  const keyOf = async (id: string) => {
    const { rows } = await store.database.pool.query<{ key: string }>(
      'select email_key as key from users where id = $1 and no_to = 9223372036854775807',
      [id],
    );
    return rows.map(({ key }) => key);
  };
  const changes = async () => (await store.database.pool.query('select max(no) as no from change')).rows[0].no;

  test('find a user of an earlier version by address, after one recorded change', async () => {
    const email = 'x@\u03F2-firm.example';
    const id = await old('sigma', email, 'x@ς-firm.example');
    expect(await found(email)).toBeUndefined();
    const before = await changes();
    expect(await rekeyAddresses(store.database)).toEqual([]);
    expect([await found(email), await found('x@σ-firm.example'), await keyOf(id)]).toEqual([id, id, [emailKey(email)]]);
    expect(await changes()).toBe(before + 1);
    // The second run has nothing to do, even if two servers start at the same time.
    expect(await Promise.all([rekeyAddresses(store.database), rekeyAddresses(store.database)])).toEqual([[], []]);
    expect(await changes()).toBe(before + 1);
  });

  test('are not given to two users with the same address; both are reported', async () => {
    const fields = { username: 'first', email: 'y@σ-firm.example', name: 'First', status: 'active' } as const;
    const { id: first } = await build(store.database, (change) => insertUser(change, fields));
    const second = await old('second', 'y@\u{1D6D3}-firm.example', 'y@ς-firm.example');
    const before = await changes();
    expect(await rekeyAddresses(store.database)).toEqual([[second, first]]);
    expect([await keyOf(second), await keyOf(first)]).toEqual([['y@ς-firm.example'], ['y@σ-firm.example']]);
    expect(await changes()).toBe(before);
  });
});
