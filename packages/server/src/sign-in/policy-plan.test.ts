import type { PasskeyOffer, PolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { read } from '../store/kernel/snapshot.ts';
import { listTouched } from '../store/policy/plan.ts';
import { firstPolicy, replacePolicy } from '../store/policy/policy.ts';
import { addGroup, addMember, type TestNamed, type TestStore, testStore } from '../store/store.testing.ts';
import { SoftwareAuthenticator } from './authenticator.testing.ts';
import { arrange, Browser, password, startServer, type TestClient, type TestServer } from './sign-in.testing.ts';
import {
  type Answer,
  addLicetClient,
  addPerson,
  addPersonWithTotp,
  begin,
  caller,
  codesOf,
  type UnderWay,
} from './steps.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let second: TestServer & { address: string };
let licet: TestClient;
let nextCode: (secret: string) => string;
let group: TestNamed;

const { version: _, ...first } = firstPolicy;

beforeAll(async () => {
  store = await testStore();
  server = await startServer(store, { api: true });
  second = await startServer(store, { issuer: server.issuer, api: true });
  licet = await addLicetClient(store);
  group = await arrange(store, (handle) => addGroup(handle, 'Watched'));
});
beforeEach(async () => {
  store.setClock(0);
  nextCode = codesOf(store);
  await policy({});
});
afterAll(async () => {
  await server.close();
  await second.close();
  await store.close();
});

type Person = TestNamed & { username: string };

const policy = (over: Partial<PolicyChange>) =>
  arrange(store, (handle) => replacePolicy(handle, { ...first, ...over }));

/** A second factor from those of the group, so that nobody else in the database is in the way. */
const demanded = (graceUntil: string | null = null): Partial<PolicyChange> => ({
  secondFactor: [{ of: { kind: 'group', id: group.id }, graceUntil }],
});
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function watched(person: Person | undefined, name: string): Promise<Person> {
  const user = person ?? (await addPerson(store, server, { name }));
  await arrange(store, (handle) => addMember(handle, group, user));
  return user;
}

/** What the plan says of everybody in the group. */
async function planOf(over: Partial<PolicyChange>): Promise<Map<string, string>> {
  const { items } = await read(store.database, (snapshot) =>
    listTouched(snapshot, { ...first, ...over }, { limit: 200 }),
  );
  return new Map(items.map(({ user, outcome }) => [user.id, outcome]));
}

test('the plan’s names are who is stopped, sets up or waits when they then sign in, on two servers', async () => {
  const people: { user: Person; browser?: Browser; passkey?: SoftwareAuthenticator }[] = [];
  for (const known of [false, true])
    for (const has of ['nothing', 'totp', 'totp without recovery', 'passkey', 'plain passkey']) {
      const withTotp = has.startsWith('totp');
      const person = withTotp ? await addPersonWithTotp(store, server, licet, nextCode) : undefined;
      store.setClock(0);
      const user = await watched(person?.user, `${known ? 'known' : 'unknown'} with ${has}`);
      let browser: Browser | undefined;
      let passkey: SoftwareAuthenticator | undefined;
      if (!withTotp) {
        const signIn = await begin(server, licet);
        const call = caller(server, (await signIn.finish(await signIn.password(user.username))).access_token);
        browser = signIn.browser;
        if (has.endsWith('passkey')) {
          passkey = new SoftwareAuthenticator(server.issuer, { verifies: has === 'passkey' });
          const offer = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
          await call('POST', '/me/credentials/passkeys', { name: 'Key', response: passkey.create(offer) });
        }
      }
      if (has !== 'totp') await store.database.pool.query('delete from recovery_codes where user_id = $1', [user.id]);
      if (!known) await store.database.pool.query('delete from known_browsers where user_id = $1', [user.id]);
      people.push({ user, ...(known && browser ? { browser } : {}), ...(passkey ? { passkey } : {}) });
    }
  const policies: Partial<PolicyChange>[] = [
    {},
    demanded(),
    demanded(inSeconds(3600)),
    { ways: ['passkey'] },
    { ...demanded(), ways: ['passkey'] },
    { ...demanded(), ways: ['password'] },
    { ...demanded(), userVerification: 'required' },
    { ways: ['passkey'], userVerification: 'required' },
  ];
  for (const [index, over] of policies.entries()) {
    // Whoever got in by the policy before has left a browser that is known since.
    for (const { user, browser } of people)
      if (!browser) await store.database.pool.query('delete from known_browsers where user_id = $1', [user.id]);
    const said = await planOf(over);
    await policy(over);
    for (const { user, browser, passkey } of people) {
      const from = new Browser(server.issuer);
      if (browser) from.setCookie('licet_known', browser.cookie('licet_known') ?? '', '/sign-in');
      const signIn = await begin(server, licet, from);
      const at = index % 2 === 0 ? from : from.at(second.address);
      const answers = [await signIn.post('', { login: user.username, password }, at)];
      if (passkey) answers.push(...(await byPasskey(await begin(server, licet, from), passkey, at)));
      const happened = answers.map((answer) => whatHappened(answer, over));
      const outcome = said.get(user.id) ?? 'gets in';
      expect({
        of: user.name,
        policy: over,
        outcome,
        happened: best.find((it) => happened.includes(it)) ?? happened,
      }).toEqual({
        of: user.name,
        policy: over,
        outcome,
        happened: {
          stopped: 'stopped',
          sets_up: 'sets up',
          grace: 'sets up',
          no_recovery: 'gets in',
          'gets in': 'gets in',
        }[outcome],
      });
    }
  }
}, 120_000);

async function byPasskey(signIn: UnderWay, key: SoftwareAuthenticator, at: Browser): Promise<Answer[]> {
  const options = await signIn.post('/passkey/options', {}, at);
  return options.status === 200
    ? [await signIn.post('/passkey', { response: key.get(options.body as never) }, at)]
    : [];
}

/** Of all that somebody can try. */
const best = ['gets in', 'sets up', 'stopped'];

/** With a second factor that they have they get in; where no password is taken, to make a passkey. */
function whatHappened({ status, body }: Answer, { ways = first.ways }: Partial<PolicyChange>): string {
  if (status === 200) {
    const codeFirst = !ways.includes('password') && body.next?.ways.includes('totp');
    return codeFirst || (body.next && 'setUp' in body.next) ? 'sets up' : 'gets in';
  }
  return ['second_factor_missing', 'way_refused', 'passkey_refused'].includes(body.code ?? '')
    ? 'stopped'
    : String(body.code);
}
