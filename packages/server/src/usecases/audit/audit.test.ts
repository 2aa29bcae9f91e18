import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuditKey } from '../../audit/audit-keys.ts';
import { rehash } from '../../store/audit/tampering.testing.ts';
import { verifyChain } from '../../store/audit/verify.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { secrets, type TestLicet, testLicet } from '../testing.ts';

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
  test('keeps whatever was written, byte for byte', async () => {
    for (const name of ['plain', 'Zoë “quoted” \\ / \u2028 🦉', '\u0061\u0301', '𝒜'.repeat(20), '<script>', '1e400'])
      await licet
        .call('groups.create', licet.admin, { body: { name, description: `${name}\n\t` } })
        .catch(() => undefined);
    const report = await verify();
    expect(report).toMatchObject({ whole: true, firstBroken: null });
    const { items, total } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    expect([report.events, report.head]).toEqual([total, items[0]?.hash]);
  });

  test.each([1, 2, 3, 1000])('is verified completely, in batches of %i', async (batch) => {
    const whole = await verify();
    expect(whole.events).toBeGreaterThan(5);
    const { events, facts, head } = await read(licet.database, (snapshot) => verifyChain(snapshot, { batch }));
    expect({ events, facts, head }).toEqual({ events: whole.events, facts: whole.facts, head: whole.head });
  });

  test('is never rewritten by Licet', async () => {
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
  ])('reveals that %s was changed directly', async (_, set) => {
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1', q: 'plain' } });
    const no = items[0]?.no ?? 0;
    await tamper(`create table kept as select * from change where no = ${no}`);
    await tamper(`update change set ${set} where no = ${no}`);
    expect(await verify()).toMatchObject({ whole: false, firstBroken: no });
    await tamper(`delete from change where no = ${no}; insert into change select * from kept; drop table kept`);
    expect(await verify()).toMatchObject({ whole: true });
  });

  test('reveals a missing change', async () => {
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

  test('has the head of the chain, and agrees with it later', async () => {
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

  test('finds a chain that was rewritten, although it is whole by itself', async () => {
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
