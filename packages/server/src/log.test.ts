import { problemOf } from '@licet/contract';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { Refusal } from './refusal.ts';

test('joins the sentence of a refusal and its cause without a colon between them', () => {
  const lines: string[] = [];
  const refusal = new Refusal(
    problemOf('unavailable', 'The database did not answer.'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  );
  openLog('warn', (line) => lines.push(line)).error({ err: refusal }, 'A test.');
  openLog('warn', (line) => lines.push(line)).error({ err: 'no error' }, 'A test.');
  const [first = '{}', second = '{}'] = lines;
  expect(JSON.parse(first).err).toMatchObject({
    type: 'Refusal',
    message: 'The database did not answer. connect ECONNREFUSED 127.0.0.1:5432',
    stack: expect.stringContaining('caused by: Error: connect'),
  });
  expect(JSON.parse(second).err).toBe('no error');
});
