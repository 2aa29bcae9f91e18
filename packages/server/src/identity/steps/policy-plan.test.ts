import type { PasskeyOffer, PolicyChange } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertIdentity } from '../../store/connections/identities.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { listTouched } from '../../store/policy/plan.ts';
import { type ConnectionsWorld, connectionsWorld } from '../connections/connections.testing.ts';
import { SoftwareAuthenticator } from '../factors/software-authenticator.testing.ts';
import { arrange, Browser, password } from './sign-in.testing.ts';
import {
  type Answer,
  addPersonWithTotp,
  begin,
  caller,
  codesOf,
  firstRules,
  inSeconds,
  type Person,
  type PolicyWorld,
  policyWorld,
  type UnderWay,
} from './steps.testing.ts';

let world: ConnectionsWorld;
let nextCode: (secret: string) => string;
let policy: PolicyWorld['policy'];
let demanded: PolicyWorld['demanded'];
let watched: PolicyWorld['watched'];
/** The connection that counts a value of the provider's `amr` as two factors. */
let trusted: string;

beforeAll(async () => {
  world = await connectionsWorld();
  trusted = await world.connect(
    { name: 'Trusted', issuer: world.provider.issuer, clientId: world.provider.client.id, twoFactorValues: ['strong'] },
    world.provider.client.secret,
  );
  ({ policy, demanded, watched } = await policyWorld(world.store, world.server));
});
beforeEach(async () => {
  world.store.setClock(0);
  nextCode = codesOf(world.store);
  await policy({});
});
afterAll(() => world.close());

/** The planned outcome for each user of the group. */
async function planOf(overrides: Partial<PolicyChange>): Promise<Map<string, string>> {
  const { items } = await read(world.store.database, (snapshot) =>
    listTouched(snapshot, { ...firstRules, ...overrides }, { limit: 200 }),
  );
  return new Map(items.map(({ user, outcome }) => [user.id, outcome]));
}

describe('the plan’s outcome for each user matches the actual sign-in, on two servers', () => {
  test('for users with factors in Licet', async () => {
    await compare(await peopleWith('nothing', 'totp', 'totp without recovery', 'passkey', 'plain passkey'), [
      {},
      demanded(),
      demanded(inSeconds(3600)),
      { ways: ['passkey'] },
      { ...demanded(), ways: ['passkey'] },
      { ...demanded(), ways: ['password'] },
      { ...demanded(), userVerification: 'required' },
      { ways: ['passkey'], userVerification: 'required' },
    ]);
  });

  test('for users with an external account, with and without factors in Licet', async () => {
    await compare(await peopleWith('nothing', ...accounts), [
      demanded(),
      demanded(inSeconds(3600)),
      { ways: ['provider'] },
      { ...demanded(), ways: ['passkey', 'provider'] },
      { ways: ['password', 'passkey'] },
    ]);
  });
});

async function peopleWith(...kinds: readonly string[]): Promise<Somebody[]> {
  const { store, server, licet } = world;
  const people: Somebody[] = [];
  for (const known of [false, true])
    for (const has of kinds) {
      const withTotp = has.startsWith('totp');
      const person = withTotp ? await addPersonWithTotp(store, server, licet, nextCode) : undefined;
      store.setClock(0);
      const user = await watched(person?.user, { name: `${known ? 'known' : 'unknown'} with ${has}` });
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
      const account = accounts.includes(has) ? await linked(user, has) : undefined;
      people.push({
        user,
        ...(account && { account }),
        ...(known && browser ? { browser } : {}),
        ...(passkey ? { passkey } : {}),
      });
    }
  return people;
}

async function compare(people: readonly Somebody[], policies: readonly Partial<PolicyChange>[]): Promise<void> {
  const { store, server, another, licet } = world;
  for (const [index, overrides] of policies.entries()) {
    // A sign-in under the previous policy made the browser a known one.
    for (const { user, browser } of people)
      if (!browser) await store.database.pool.query('delete from known_browsers where user_id = $1', [user.id]);
    const said = await planOf(overrides);
    await policy(overrides);
    for (const { user, browser, passkey, account } of people) {
      const from = new Browser(server.issuer);
      if (browser) from.setCookie('licet_known', browser.cookie('licet_known') ?? '', '/sign-in');
      const signIn = await begin(server, licet, from);
      const at = index % 2 === 0 ? from : from.at(another.address);
      const answers = account?.alone ? [] : [await signIn.post('', { login: user.username, password }, at)];
      if (account) answers.push(await byAccount(account, from));
      if (passkey) answers.push(...(await byPasskey(await begin(server, licet, from), passkey, at)));
      const happened = answers.map((answer, place) => whatHappened(answer, overrides, place === 0 && !account?.alone));
      const outcome = said.get(user.id) ?? 'gets in';
      expect({
        of: user.name,
        policy: overrides,
        outcome,
        happened: best.find((it) => happened.includes(it)) ?? happened,
      }).toEqual({
        of: user.name,
        policy: overrides,
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
}

interface Somebody {
  readonly user: Person;
  readonly browser?: Browser;
  readonly passkey?: SoftwareAuthenticator;
  readonly account?: Account;
}

/** An external account, and the connection by which its owner signs in. */
interface Account {
  readonly connection: string;
  /** Whether the external account is the user's only way to sign in. */
  readonly alone: boolean;
  readonly person: { readonly sub: string };
  readonly context: { readonly acr?: string };
}

/** Users with an external account; for some the provider reports two factors, and some have no password. */
const accounts = ['account alone', 'strong account alone', 'account and plain passkey'];

async function linked(user: Person, has: string): Promise<Account> {
  const { store, provider, acme } = world;
  const strong = has.startsWith('strong');
  const connection = strong ? trusted : acme;
  const person = { sub: `account of ${user.id}` };
  await arrange(store, ({ connection: database, clock }) =>
    insertIdentity(
      database,
      user.id,
      connection,
      { issuer: provider.issuer, subject: person.sub, name: '', assuranceValues: strong ? ['strong'] : [] },
      clock,
      true,
    ),
  );
  const alone = has.endsWith('alone');
  if (alone) await store.database.pool.query('delete from credentials where user_id = $1', [user.id]);
  return { connection, alone, person, context: strong ? { acr: 'strong' } : {} };
}

/** Signs in by the provider and returns the answer as the page would. */
async function byAccount({ connection, person, context }: Account, from: Browser): Promise<Answer> {
  const { server, licet, provider, leave, comeBack, refusalOf } = world;
  provider.person = person;
  provider.context = context;
  const signIn = await begin(server, licet, from);
  if (!((await signIn.details()).connections as { id: string }[]).some(({ id }) => id === connection))
    return signIn.post(`/connections/${connection}`, { login: '' });
  const location = await comeBack(signIn, await leave(signIn, connection));
  if (location !== signIn.page) return { status: 200, body: { location } };
  const { next } = (await signIn.details()) as { next: Answer['body']['next'] };
  return next ? { status: 200, body: { next } } : { status: 403, body: { code: await refusalOf(signIn) } };
}

async function byPasskey(signIn: UnderWay, key: SoftwareAuthenticator, at: Browser): Promise<Answer[]> {
  const options = await signIn.post('/passkey/options', {}, at);
  return options.status === 200
    ? [await signIn.post('/passkey', { response: key.get(options.body as never) }, at)]
    : [];
}

/** Outcomes, best first. The plan must predict the best outcome that a user can reach. */
const best = ['gets in', 'sets up', 'stopped'];

/**
 * Translates an answer into the plan's outcome. If the policy accepts no password, a password and a code only let the
 * user create a passkey, so they count as `sets up`.
 */
function whatHappened(
  { status, body }: Answer,
  { ways = firstRules.ways }: Partial<PolicyChange>,
  byPassword: boolean,
): string {
  if (status === 200) {
    const codeFirst = byPassword && !ways.includes('password') && body.next?.ways.includes('totp');
    return codeFirst || (body.next && 'setUp' in body.next) ? 'sets up' : 'gets in';
  }
  return ['second_factor_missing', 'way_refused', 'passkey_refused'].includes(body.code ?? '')
    ? 'stopped'
    : String(body.code);
}
