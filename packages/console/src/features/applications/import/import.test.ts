import { ApiError } from '@licet/contract/client';
import { expect, test } from 'vitest';
import { countLines, guessKind, readImport } from './use-import.ts';

const roles = new Set(['clerk', 'approver']);

test('recognises JSON as a catalogue of roles, with or without a byte order mark', () => {
  expect(guessKind('[{"name":"a"}]', roles).kind).toBe('catalogue');
  expect(guessKind('\uFEFF\n [', roles).kind).toBe('catalogue');
});

test('recognises pairs of user and permission, unless the second column names roles', () => {
  expect(guessKind('u1\tp1\nu2\tp2', roles).kind).toBe('permissions');
  expect(guessKind('ana\tclerk\nben\tapprover\ncy\tother', roles).kind).toBe('roles');
  expect(guessKind('ana,"clerk"', roles).kind).toBe('roles');
  expect(guessKind('user,role\nana,x', roles).kind).toBe('roles');
  expect(guessKind('', roles).kind).toBe('permissions');
});

test('does not count empty lines', () => {
  expect(countLines('a\tb\r\n\n  \nc\td')).toBe(2);
});

const report = {
  dryRun: true,
  lines: 2,
  created: { users: 1, permissions: 2, roles: 0, rolePermissions: 0, grants: 2 },
  unchanged: 0,
  change: null,
  digest: 'd',
};

function streamed(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  return new Response(
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    }),
  );
}

test('reads progress and then the result of an import, wherever the stream is split', async () => {
  const text = `${JSON.stringify({ phase: 'reading', done: 1, total: null })}\n${JSON.stringify({ phase: 'writing', done: 2, total: 2 })}\n${JSON.stringify({ report })}`;
  for (const size of [1, 7, 4096]) {
    const seen: string[] = [];
    expect(await readImport(streamed(text, size), ({ phase }) => seen.push(phase))).toEqual(report);
    expect(seen).toEqual(['reading', 'writing']);
  }
});

test('throws a problem in the stream, and an error if the stream ends early', async () => {
  const problem = { code: 'import_rejected', title: 'The file was not imported; nothing was changed.' };
  await expect(readImport(streamed(`${JSON.stringify({ problem })}\n`, 5), () => {})).rejects.toBeInstanceOf(ApiError);
  await expect(readImport(streamed('', 5), () => {})).rejects.toThrow('stopped');
});
