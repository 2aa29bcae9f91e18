import { randomUUID } from 'node:crypto';
import { limits } from '@licet/contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { Change } from '../store/kernel/change.ts';
import { endFacts } from '../store/kernel/facts.ts';
import { endSession } from '../store/sign-in/sessions.ts';
import { addApplication, addGrant, addRole, addUser, build } from '../store/store.testing.ts';
import { programOf, testHubs } from './live.testing.ts';

// The memory and time of many streams of one application.

const live = testHubs();
afterEach(() => vi.restoreAllMocks());

const make = <Result>(work: (change: Change) => Promise<Result>) => build(live.store.database, work);
const listen = async (application: string, client: string = randomUUID()) => {
  const heard = live.follow(await live.hubs[0].live.service(programOf(application, client), undefined));
  await heard.next('ready');
  return heard;
};

test('the streams of an application share the text of a cut-off', async () => {
  const { app, user, grant } = await make(async (change) => {
    const app = await addApplication(change);
    const user = await addUser(change);
    const role = await addRole(change, app, 'clerk');
    return { app, user, grant: await addGrant(change, { application: app, principal: user, role }) };
  });
  const session = `of ${user.id}`;
  await live.store.database.pool.query(
    `insert into sessions (uid, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 hour')`,
    [session, user.id],
  );
  const streams = await Promise.all(Array.from({ length: 50 }, () => listen(app.key)));
  const written = vi.spyOn(JSON, 'stringify');
  const times = (name: 'users' | 'sessions', id: string) =>
    written.mock.calls.filter(([data]) => data?.ver !== undefined && data[name]?.includes(id)).length;
  await make((change) => endFacts(change, 'grants', { id: [grant] }));
  for (const stream of streams) expect((await stream.next('cut-off')).data.users).toEqual([user.id]);
  await endSession(live.store.database, user.id, session, 'itself');
  for (const stream of streams) expect((await stream.next('cut-off')).data.sessions).toEqual([session]);
  // A later round may serialise a cut-off again, but never once for each stream.
  for (const count of [times('users', user.id), times('sessions', session)]) {
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(streams.length / 2);
  }
});

test('limits the number of streams of an application, so that other applications can still connect', async () => {
  vi.spyOn(limits.liveStreamsOfApplication, 'value', 'get').mockReturnValue(
    3 as typeof limits.liveStreamsOfApplication.value,
  );
  const { app, other } = await make(async (change) => ({
    app: await addApplication(change),
    other: await addApplication(change),
  }));
  const [first] = [await listen(app.key), await listen(app.key), await listen(app.key)];
  const detail = expect.stringMatching(/service clients of this application already have 3 streams open /);
  await expect(listen(app.key)).rejects.toMatchObject({ problem: { code: 'live_full', detail } });
  await listen(other.key);
  await first?.leave();
  await listen(app.key);
});
