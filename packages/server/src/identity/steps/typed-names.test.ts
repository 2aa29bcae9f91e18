import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nameFailures } from '../../store/credentials/throttle.ts';
import { deleteUser } from '../../store/users/users.ts';
import { arrange, type StartedServer, type TestClient, testServer } from './sign-in.testing.ts';
import { addLicetClient, addPerson, addPersonWithTotp, begin, codesOf } from './steps.testing.ts';

let started: StartedServer;
let licet: TestClient;
let nextCode: (secret: string) => string;
beforeAll(async () => {
  started = await testServer({ api: true });
  licet = await addLicetClient(started.store);
  nextCode = codesOf(started.store);
});
beforeEach(() => started.store.database.pool.query('delete from failures'));
afterAll(() => started.close());

const person = (overrides: { username?: string; email?: string }) =>
  addPerson(started.store, started.server, overrides);
const enter = async (login: string, typed?: string) => (await begin(started.server, licet)).password(login, typed);
/** The user who signs in with that name and the right password. */
async function opened(login: string): Promise<unknown> {
  await started.store.database.pool.query('delete from failures');
  const { status, body } = await enter(login);
  if (status !== 200) return body.code;
  const { rows } = await started.store.database.pool.query(
    'select user_id from sign_ins order by at desc, id desc limit 1',
  );
  return rows[0]?.user_id;
}

describe('whitespace and invisible characters in a typed name', () => {
  const pasted = (name: string) => [
    `\ufeff${name}`,
    `${name}\u200b`,
    `${name}\u00a0`,
    ` ${name}\t`,
    `\u202a${name}\u202c`,
    `${name.slice(0, 2)}\u00ad${name.slice(2)}`,
    `${name.slice(0, 2)}\u200d${name.slice(2)}`,
    `${name.slice(0, 2)}\u200c\u2060${name.slice(2)}`,
  ];

  test('are ignored in a username and in an address', async () => {
    const { id } = await person({ username: 'maya.pasted', email: 'maya@pasted.example' });
    for (const name of [...pasted('maya.pasted'), ...pasted('maya@pasted.example')])
      expect(await opened(name), JSON.stringify(name)).toBe(id);
  });

  test('do not match another account, and neither do look-alike letters', async () => {
    await person({ username: 'paypal', email: 'pay@pal.example' });
    for (const name of [
      'pay\u00a0pal',
      'pay pal',
      'p\u0430ypal',
      'pаy@pal.example',
      'pay@p\u0430l.example',
      'paypa\u0131',
    ])
      expect(await opened(name), JSON.stringify(name)).toBe('sign_in_failed');
  });

  test('give no additional attempts', async () => {
    await person({ username: 'guessed' });
    for (const name of pasted('guessed')) await enter(name, 'a wrong password');
    const { rows } = await started.store.database.pool.query('select key from failures where key = $1', [
      nameFailures('guessed', true).key,
    ]);
    expect(rows).toHaveLength(1);
    expect(await enter('guessed', 'a wrong password')).toMatchObject({ body: { code: 'throttled' } });
  });

  test('are ignored in app codes and recovery codes', async () => {
    const { user, secret, recoveryCodes } = await addPersonWithTotp(started.store, started.server, licet, nextCode);
    const typed = [
      (code: string) => `\u200b${code.slice(0, 3)}\u00a0${code.slice(3)}\ufeff`,
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ];
    for (const spelled of typed) {
      const signIn = await begin(started.server, licet);
      await signIn.password(user.username);
      expect(await signIn.code(spelled(nextCode(secret)))).toMatchObject({ status: 200 });
    }
    const signIn = await begin(started.server, licet);
    await signIn.password(user.username);
    const [code = ''] = recoveryCodes;
    expect(await signIn.code(`\ufeff${code.replaceAll('-', '\u2011\u200b')}\u00a0`)).toMatchObject({ status: 200 });
  });
});

describe('an e-mail address whose domain has two forms', () => {
  test('signs in to the same account in either form', async () => {
    const { id } = await person({ email: 'x@bücher.example' });
    for (const typed of [
      'x@bücher.example',
      'X@BÜCHER.EXAMPLE',
      'x@xn--bcher-kva.example',
      'x@XN--BCHER-KVA.example.',
      'x＠bücher。example',
    ])
      expect(await opened(typed), typed).toBe(id);
    const { id: other } = await person({ email: 'y@xn--bcher-kva.example' });
    for (const typed of ['y@bücher.example', 'y@xn--bcher-kva.example', 'y@bu\u0308cher.example'])
      expect(await opened(typed), typed).toBe(other);
    expect(await opened('x@bucher.example')).toBe('sign_in_failed');
  });

  test('has one counter of failed attempts', async () => {
    await person({ email: 'tries@bücher.example' });
    for (const typed of [
      'tries@bücher.example',
      'tries@xn--bcher-kva.example',
      'tries@BÜCHER.example',
      'tries@bücher.example',
    ])
      await enter(typed, 'a wrong password');
    const { rows } = await started.store.database.pool.query('select failures from failures where key = $1', [
      nameFailures('tries@xn--bcher-kva.example', true).key,
    ]);
    expect(rows).toEqual([{ failures: 4 }]);
  });

  test('signs in to the account with exactly that spelling if two older users have one form each', async () => {
    await started.store.database.pool.query('alter table users disable trigger users_same_address');
    const one = await person({ email: 'pair@bücher.example' });
    const two = await person({ email: 'pair@xn--bcher-kva.example' });
    await started.store.database.pool.query('alter table users enable trigger users_same_address');
    expect(await opened('pair@Bücher.example')).toBe(one.id);
    expect(await opened('pair@XN--BCHER-KVA.example')).toBe(two.id);
    await arrange(started.store, (handle) => deleteUser(handle, two.id));
    expect(await opened('pair@xn--bcher-kva.example')).toBe(one.id);
  });
});
