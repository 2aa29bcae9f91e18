import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { problemWith, Refusal } from '../refusal.ts';
import { problemFrom } from './problems.ts';

test.each([
  ['busy', problemWith('busy', 'large_job_running', {}), 'info'],
  ['an internal error', problemWith('internal', 'not_carried_out', {}), 'error'],
])('logs %s as an error only if the server is at fault', (_, problem, level) => {
  const lines: string[] = [];
  const log = pino(
    { formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => lines.push(line) },
  );
  problemFrom(new Refusal(problem), { log } as unknown as FastifyRequest);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level }]);
});
