import { expect, test } from 'vitest';
import { cleanLine } from './log-line.ts';

const time = '2026-03-01T10:00:00.000Z';
const line = (fields: object) => JSON.stringify({ level: 'error', time, ...fields });

test('of a line comes through what is known to hold nothing of anybody', () => {
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

test('a sentence with values, a field that nobody thought of, and what an error says are withheld', () => {
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

test('what is no line of Licet’s log is left out', () => {
  for (const text of ['', 'ada@example.org', '{"level":"error"}', '[]', 'null', line({ level: 'ada' })])
    expect(cleanLine(text)).toBeUndefined();
});
