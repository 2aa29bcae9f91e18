import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuditKey } from '../../audit/audit-keys.ts';
import { rehash } from '../../store/audit/tampering.testing.ts';
import { verifyChain } from '../../store/audit/verify.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { secrets, type TestLicet, testLicet } from '../testing.ts';

describe('the audit log', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
    await ensureAuditKey({ database: licet.database, secrets });
  });
  afterAll(() => licet.close());

  const verify = () => licet.call('audit.verify', licet.admin);
  const tamper = async (sql: string) => {
    const client = await licet.database.pool.connect();
    try {
      await client.query('alter table change disable trigger change_is_append_only');
      await client.query(sql);
    } finally {
      await client.query('alter table change enable trigger change_is_append_only');
      client.release();
    }
  };

  describe('the audit chain', () => {
    test('stays intact with special characters in the recorded values', async () => {
      for (const name of ['plain', 'Zoë “quoted” \\ / \u2028 🦉', '\u0061\u0301', '𝒜'.repeat(20), '<script>', '1e400'])
        await licet
          .call('groups.create', licet.admin, { body: { name, description: `${name}\n\t` } })
          .catch(() => undefined);
      const report = await verify();
      expect(report).toMatchObject({ whole: true, firstBroken: null });
      const { items, total } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
      expect([report.events, report.head]).toEqual([total, items[0]?.hash]);
    });

    test.each([1, 2, 3, 1000])('gives the same result when verified in batches of %i', async (batch) => {
      const whole = await verify();
      expect(whole.events).toBeGreaterThan(5);
      const { events, facts, head } = await read(licet.database, (snapshot) => verifyChain(snapshot, { batch }));
      expect({ events, facts, head }).toEqual({ events: whole.events, facts: whole.facts, head: whole.head });
    });

    test('rejects updates and deletions of recorded changes in the database', async () => {
      await expect(licet.database.pool.query(`update change set actor_name = 'nobody'`)).rejects.toThrow(
        /never rewritten/,
      );
      await expect(licet.database.pool.query('delete from change where no = 1')).rejects.toThrow(/never rewritten/);
    });

    test.each([
      ['who', `actor_name = 'somebody else'`],
      ['what', `after = '{"name":"other"}'`],
      ['when', `at = at + interval '1 microsecond'`],
      ['where', `application = 'other'`],
      ['the same JSON in other bytes', `before = ' null'`],
      ['a hash', `hash = sha256('x')`],
    ])('reveals a direct change in the database: %s', async (_, set) => {
      const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1', q: 'plain' } });
      const no = items[0]?.no ?? 0;
      await tamper(`create table kept as select * from change where no = ${no}`);
      await tamper(`update change set ${set} where no = ${no}`);
      expect(await verify()).toMatchObject({ whole: false, firstBroken: no });
      await tamper(`delete from change where no = ${no}; insert into change select * from kept; drop table kept`);
      expect(await verify()).toMatchObject({ whole: true });
    });

    test('reveals a deleted change', async () => {
      await tamper('create table kept as select * from change where no = 3; delete from change where no = 3');
      expect(await verify()).toMatchObject({ whole: false, firstBroken: 4 });
      await tamper('insert into change select * from kept; drop table kept');
    });
  });

  describe('events', () => {
    test('are found by action, actor, target and time, in both orders', async () => {
      const group = await licet.call('groups.create', licet.admin, { body: { name: 'Needle' } });
      const only = async (query: Record<string, string>) => {
        const { items } = await licet.call('audit.list', licet.admin, { query });
        return items.map(({ target }) => target.name);
      };
      const at = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.at ?? '';
      expect(await only({ q: 'needle' })).toEqual(['Needle']);
      expect(await only({ target: group.id })).toEqual(['Needle']);
      expect(await only({ target: 'eedl' })).toEqual(['Needle']);
      expect(await only({ action: 'group.created', from: at })).toEqual(['Needle']);
      expect(await only({ action: 'group.created', to: at })).not.toContain('Needle');
      expect(await only({ action: 'group.deleted' })).toEqual([]);
      expect((await only({ actor: licet.admin.userId }))[0]).toBe('Needle');
      expect((await only({ actor: 'ada' }))[0]).toBe('Needle');
      expect((await only({ sort: 'no', limit: '1' }))[0]).toBe('Licet');
      expect(await only({ application: 'licet' })).toEqual(['Licet']);
      expect(await only({ target: '\0', application: '\0' })).toEqual([]);
    });

    test('are found by number', async () => {
      const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
      const [latest] = items;
      expect(await licet.call('audit.get', licet.admin, { params: { no: String(latest?.no) } })).toEqual({
        ...latest,
        changeSet: null,
        origin: { address: '192.0.2.1', client: null },
        review: null,
      });
      expect(await licet.outcome('audit.get', licet.admin, { params: { no: '999999' } })).toBe('not_found');
    });
  });

  describe('a stored checkpoint', () => {
    const make = (name: string) => licet.call('groups.create', licet.admin, { body: { name, description: '' } });
    const against = (...checkpoints: string[]) =>
      licet.call('audit.verifyAgainst', licet.admin, { body: { checkpoints } });

    test('contains the head of the chain, and still verifies after further changes', async () => {
      await make('Before the checkpoint');
      const [first, again] = await Promise.all([1, 2].map(() => licet.call('audit.checkpoint', licet.admin)));
      const { head, events } = await verify();
      expect(first).toMatchObject({ no: events, hash: head, epoch: 1 });
      expect(again).toEqual(first);
      await make('After the checkpoint');
      const later = await licet.call('audit.checkpoint', licet.admin);
      expect(later.no).toBe(events + 1);
      expect(await against(first?.signed ?? '', later.signed)).toMatchObject({
        whole: true,
        checkpoints: { outside: 2 },
      });
    });

    test('is rejected if altered or signed by another key', async () => {
      const { signed, no } = await licet.call('audit.checkpoint', licet.admin);
      const [head, body = '', signature] = signed.split('.');
      const said = JSON.parse(Buffer.from(body, 'base64url').toString());
      const other = Buffer.from(JSON.stringify({ ...said, hash: '0'.repeat(64) })).toString('base64url');
      for (const forged of [[head, other, signature].join('.'), 'no checkpoint', `${signed.slice(0, -4)}AAAA`])
        expect(await against(forged)).toMatchObject({ whole: false, fault: 'checkpoint_forged' });
      expect(await against(signed)).toMatchObject({ whole: true });
      expect(no).toBeGreaterThan(0);
    });

    test('reveals a rewritten chain whose own hashes are consistent', async () => {
      const { signed, no } = await licet.call('audit.checkpoint', licet.admin);
      const connection = await licet.database.pool.connect();
      try {
        await connection.query('begin; set local session_replication_role = replica');
        await connection.query(`update change set actor_name = 'Nobody' where no = $1`, [no]);
        await rehash(connection, no, no);
        await connection.query('commit');
      } finally {
        connection.release();
      }
      await licet.database.pool.query('delete from audit_checkpoints');
      expect(await verify()).toMatchObject({ whole: true });
      expect(await against(signed)).toMatchObject({ whole: false, firstBroken: no });
    });
  });
});

describe('exports of the audit log', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
    for (const name of ['first', '=SUM(1)', 'a, "b" c', 'last'])
      await licet.call('groups.create', licet.admin, { body: { name } });
  });
  afterAll(() => licet.close());

  async function exported(query: Readonly<Record<string, string>> = {}): Promise<string> {
    let text = '';
    for await (const piece of await licet.call('audit.export', licet.admin, { query })) text += piece;
    return text;
  }
  const objects = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  describe('changes', () => {
    test('contain every event of the list, oldest first', async () => {
      const whole = objects(await exported());
      for (const { no, origin } of whole)
        expect(origin ?? null).toEqual(
          (await licet.call('audit.get', licet.admin, { params: { no: `${no}` } })).origin,
        );
      const events = whole.map(({ origin: _, ...event }) => event);
      const { items, total } = await licet.call('audit.list', licet.admin, { query: { limit: '200', sort: 'no' } });
      expect(events).toEqual(items);
      expect(events).toHaveLength(total);
      expect(events.length).toBeGreaterThan(4);
    });

    test('are filtered like the list', async () => {
      const { items } = await licet.call('audit.list', licet.admin, { query: { q: 'last' } });
      const at = items[0]?.at ?? '';
      const namesOf = async (query: Readonly<Record<string, string>>) =>
        objects(await exported(query)).map(({ target }) => target.name);
      expect(await namesOf({ action: 'group.created' })).toEqual(['first', '=SUM(1)', 'a, "b" c', 'last']);
      expect(await namesOf({ from: at })).toEqual(['last']);
      expect(await namesOf({ action: 'group.created', to: at })).not.toContain('last');
      expect(await exported({ q: 'nothing that anybody is called' })).toBe('');
    });

    test('escape formulas in CSV files', async () => {
      const text = await exported({ action: 'group.created', format: 'csv' });
      expect(text.split('\r\n')[0]).toBe(
        '\uFEFFno,at,actor_kind,actor_id,actor,action,application,target_kind,target_id,target,before,after,hash,previous_hash,client_id,client,address',
      );
      expect(text).toContain(`,'=SUM(1),`);
      expect(text).toContain(`,"a, ""b"" c",`);
    });
  });

  test('sign-ins are exported completely, oldest first, and filtered', async () => {
    const line = { client: 'Ledger', address: '192.0.2.7', agent: '=cmd', userId: null };
    await logSignIn(licet.database.pool, { ...line, outcome: 'unknown_name' }, '2026-02-02T00:00:00Z');
    await logSignIn(licet.database.pool, { ...line, outcome: 'wrong_password' }, '2026-02-01T00:00:00Z');
    const read = async (query: Readonly<Record<string, string>>) => {
      let text = '';
      for await (const piece of await licet.call('audit.exportSignIns', licet.admin, { query })) text += piece;
      return text;
    };
    expect(objects(await read({})).map(({ outcome }) => outcome)).toEqual(['wrong_password', 'unknown_name']);
    expect(objects(await read({ from: '2026-02-01T12:00:00Z' }))).toMatchObject([
      { outcome: 'unknown_name', user: null },
    ]);
    expect(await read({ outcome: 'unknown_name', format: 'csv' })).toMatch(
      /^\uFEFFat,last_at,attempts,.*\r\n2026-02-02T.*,unknown_name,Ledger,192\.0\.2\.7,'=cmd\r\n$/,
    );
  });
});

describe('verification of the chain', () => {
  let running = 0;
  let most = 0;
  /** Every verification reads these first, so the mock counts how many run at a time. */
  async function outsideCheckpoints(): Promise<readonly string[]> {
    running += 1;
    most = Math.max(most, running);
    await expect.poll(() => most).toBe(2);
    await wait(50); // time for a third one to start
    running -= 1;
    return [];
  }

  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet({ outsideCheckpoints });
  });
  afterAll(() => licet.close());

  test('attack 43: at most two verifications run at a time, with or without sent checkpoints', async () => {
    const body = { checkpoints: ['none'] };
    // Each caller verifies one at a time.
    const callers = await Promise.all(Array.from({ length: 8 }, () => licet.user('audit.read')));
    const reports = await Promise.all(
      callers.map((caller, number) =>
        number % 2 === 0 ? licet.call('audit.verify', caller) : licet.call('audit.verifyAgainst', caller, { body }),
      ),
    );
    expect(reports.map(({ checkpoints }) => checkpoints.outside)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
    expect(most).toBe(2);
  });
});
