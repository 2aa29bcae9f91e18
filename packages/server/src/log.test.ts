import { problemOf } from '@licet/contract';
import { expect, test } from 'vitest';
import { cleanLine, openLog } from './log.ts';
import { Refusal } from './refusal.ts';

test('joins the sentence of a refusal and its cause without a colon', () => {
  const lines: string[] = [];
  const refusal = new Refusal(
    problemOf('unavailable', 'The database could not complete the request.'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  );
  openLog('warn', (line) => lines.push(line)).error({ err: refusal }, 'A test.');
  openLog('warn', (line) => lines.push(line)).error({ err: 'no error' }, 'A test.');
  const [first = '{}', second = '{}'] = lines;
  expect(JSON.parse(first).err).toMatchObject({
    type: 'Refusal',
    message: 'The database could not complete the request. connect ECONNREFUSED 127.0.0.1:5432',
    stack: expect.stringContaining('caused by: Error: connect'),
  });
  expect(JSON.parse(second).err).toBe('no error');
});

const time = '2026-03-01T10:00:00.000Z';
const line = (fields: object) => JSON.stringify({ level: 'error', time, ...fields });

test('keeps only those parts of a log line that contain no personal data', () => {
  const answered = {
    method: 'GET',
    path: '/api/v1/users/ada-lovelace',
    status: 404,
    milliseconds: 3,
    address: '198.51.100.7',
  };
  const requestId = '0b7a2b9e-4c1f-4b8e-9f44-2f6a5a5d9c10';
  expect(cleanLine(line({ requestId, ...answered, msg: 'Answered.' }))).toEqual({
    time,
    level: 'error',
    message: 'Answered.',
    requestId,
    method: 'GET',
    operation: 'users.get',
    status: 404,
    milliseconds: 3,
  });
});

test('withholds sentences with values, unknown fields and error messages', () => {
  const stack = [
    'DatabaseError: duplicate key, Key (email)=(ada@example.org) already exists.',
    '    at async readNow (file:///home/ada/licet/packages/server/src/store/kernel/read-now.ts:19:12)',
    '    at ada@example.org (/home/ada/secret.txt:1:1)',
    '    at node:internal/process/task_queues:95:5',
  ].join('\n');
  const err = { type: 'DatabaseError', message: 'ada@example.org', code: '23505', detail: 'ada', stack };
  const found = cleanLine(line({ err, name: 'Ada', host: 'mail.example.org', event: 'ada', msg: 'Ada was refused.' }));
  expect(found).toEqual({
    time,
    level: 'error',
    message: 'withheld',
    error: {
      type: 'DatabaseError',
      code: '23505',
      frames: ['async readNow src/store/kernel/read-now.ts:19:12', 'somewhere node:internal/process/task_queues:95:5'],
    },
  });
});

test('omits lines that are not from Licet’s log', () => {
  for (const text of ['', 'ada@example.org', '{"level":"error"}', '[]', 'null', line({ level: 'ada' })])
    expect(cleanLine(text)).toBeUndefined();
});
