import { describe, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { parseImport } from './parse.ts';
import type { ImportKind } from './parsed.ts';

function faults(kind: ImportKind, text: string) {
  try {
    parseImport(kind, text);
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
  return expect.fail('The file was taken.');
}

function pairsOf(text: string, kind: 'permissions' | 'roles' = 'permissions') {
  const { users, permissions, roles, pairs } = parseImport(kind, text);
  const names = kind === 'roles' ? roles.map(({ name }) => name) : permissions;
  return pairs.left.map((left, index) => [users[left], names[pairs.right[index] ?? -1]]);
}

describe('pairs', () => {
  test('accept tabs, any line endings, a byte order mark and blank lines', () => {
    expect(pairsOf('\uFEFFann\tread\r\n\r\n  \nbob\twrite\nann\twrite')).toEqual([
      ['ann', 'read'],
      ['bob', 'write'],
      ['ann', 'write'],
    ]);
  });

  test('accept commas, and quotes where a name needs them', () => {
    expect(pairsOf('ann,read\n"bob","say ""hi"", twice"\r\n')).toEqual([
      ['ann', 'read'],
      ['bob', 'say "hi", twice'],
    ]);
  });

  test('lose the apostrophe that an export writes before = + - @, but keep every other apostrophe', () => {
    expect(pairsOf("ann,'=cmd()\nann,''-x\nann,'tis")).toEqual([
      ['ann', '=cmd()'],
      ['ann', "'-x"],
      ['ann', "'tis"],
    ]);
  });

  test('are counted once when repeated, even with another spelling of the username', () => {
    const parsed = parseImport('permissions', 'Ann\tread\nann\tread\nANN\tread\nann\tRead');
    expect(parsed).toMatchObject({ lines: 4, repeated: 2, users: ['Ann'], permissions: ['read', 'Read'] });
  });

  test('accept any name that the contract accepts', () => {
    const names = [
      '__proto__',
      'constructor',
      's3:GetObject',
      'größe',
      '日本',
      "o'Reilly",
      'a\\b',
      '"quoted"',
      ',',
      '😀',
    ];
    expect(pairsOf(names.map((name) => `ann\t${name}`).join('\n'))).toEqual(names.map((name) => ['ann', name]));
    expect(pairsOf('__proto__\tx\nconstructor\tx')).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'x'],
    ]);
  });

  test('accept the role admin, but not a look-alike of it', () => {
    expect(pairsOf('ann\tadmin', 'roles')).toEqual([['ann', 'admin']]);
    expect(faults('roles', 'ann\tAdmin\nann\tаdmin').errors?.map(({ line }) => line)).toEqual([1, 2]);
  });

  test('accept semicolons, which German spreadsheets write', () => {
    const pairs = [
      ['ann', 'read'],
      ['bo', 'a;b,c'],
    ];
    expect(pairsOf('username;permission\r\nann;read\r\nbo;"a;b,c"\r\n')).toEqual(pairs);
  });

  test('are empty for an empty file', () => {
    expect(parseImport('permissions', '')).toMatchObject({ lines: 0, pairs: { left: [], right: [] } });
  });
});

describe('a faulty line', () => {
  test('is reported with its number, the fault and a remedy', () => {
    const problem = faults(
      'permissions',
      'ann\tread\n\nann read\nann\tread\tmore\n\tread\nann\t\nann b\tread\na@b\tread',
    );
    expect(problem).toMatchObject({ code: 'import_rejected', detail: '6 lines of the file are not valid.' });
    expect(problem.errors).toMatchObject([
      { line: 3, detail: 'The line has no tab. Write the user, one tab, and the permission.' },
      { line: 4, detail: 'The line has more than one tab. Write the user, one tab, and the permission.' },
      { line: 5, detail: 'The username is missing. Enter at least one character.' },
      { line: 6, detail: 'The permission name is missing. Enter at least one character.' },
      { line: 7, detail: 'The username contains a space. Remove it. It is “ann b”.' },
      { line: 8, detail: expect.stringContaining('contains an @') },
    ]);
  });

  test('is also reported in a file with commas', () => {
    const problem = faults('roles', 'ann,x\nann\nann,"x\nann,"x"y\nann,x"y\nann,x,y');
    expect(problem.errors?.map(({ line, detail }) => [line, detail.split('.')[0]])).toEqual([
      [2, 'The line has no comma'],
      [3, 'A quote is not closed on its line'],
      [4, 'Text follows a closing quote'],
      [5, 'A name contains a quote'],
      [6, 'The line has 3 columns'],
    ]);
  });

  test('is described with the separators of its line, and a change of separator is reported', () => {
    const detail =
      'The line has no tab, comma or semicolon. Write the user, one of these separators, and the permission.';
    const more = 'The line has more than one tab. Write the user, one tab, and the permission.';
    expect(faults('permissions', 'anna read\nbo\tread\textra').errors).toMatchObject([
      { line: 1, detail },
      { line: 2, detail: more },
    ]);
    expect(faults('permissions', 'anna,read\nbo\tread').errors).toMatchObject([
      { line: 2, detail: 'The line has a tab, but earlier lines have a comma. Use the same separator in every line.' },
    ]);
  });

  test('is always counted, and listed if among the first hundred', () => {
    const problem = faults('permissions', 'x\n'.repeat(12_345));
    expect(problem.errors?.length).toBe(100);
    expect(problem.detail).toBe('12,345 lines of the file are not valid. The first 100 are named.');
  });

  test('has a reason code, with the rejected text as a value', () => {
    expect(faults('roles', `a b\tclerk\nann\t${'x'.repeat(300)}\nann\t`).errors).toMatchObject([
      { line: 1, reason: 'given_username_with_space', values: { given: 'a b' } },
      { line: 2, reason: 'given_text_too_long', values: { what: 'role_name', most: 256, given: `${'x'.repeat(60)}…` } },
      { line: 3, reason: 'text_missing', values: { what: 'role_name' } },
    ]);
  });

  test('shows invisible characters as code points', () => {
    expect(faults('permissions', 'ann\tre\u200Bad').errors?.[0]?.detail).toContain('re\\u{200b}ad');
  });
});

describe('a catalogue', () => {
  test('ignores unknown fields of an entry, and merges a repeated role', () => {
    const text = JSON.stringify([
      { name: 'viewer', title: 'Sees', permissions: ['a', 'b', 'a'], stage: 'GA' },
      { name: 'viewer', permissions: ['b', 'c'] },
      { name: 'empty' },
      { name: '__proto__', permissions: ['constructor'] },
    ]);
    expect(parseImport('catalogue', text)).toMatchObject({
      lines: 4,
      repeated: 2,
      users: [],
      permissions: ['a', 'b', 'c', 'constructor'],
      roles: [
        { name: 'viewer', title: 'Sees' },
        { name: 'empty', title: '' },
        { name: '__proto__', title: '' },
      ],
      pairs: { left: [0, 0, 0, 2], right: [0, 1, 2, 3] },
    });
  });

  test('reports each faulty entry with a JSON pointer', () => {
    const text = JSON.stringify([
      { name: 'admin', permissions: ['a'] },
      { name: 'ADMIN' },
      { permissions: [] },
      { name: 'x', permissions: ['ok', 7, ''] },
      { name: 'y', permissions: 'a' },
      { name: 'z', title: 5 },
      null,
      { name: 'admin', permissions: [] },
    ]);
    expect(faults('catalogue', text).errors?.map(({ pointer }) => pointer)).toEqual([
      '/0/name',
      '/1/name',
      '/2/name',
      '/3/permissions/1',
      '/3/permissions/2',
      '/4/permissions',
      '/5/title',
      '/6',
    ]);
  });

  test('reports the line of invalid JSON, and requires an array', () => {
    expect(faults('catalogue', '[\n{"name": "x",}\n]').errors?.[0]).toMatchObject({ line: 2 });
    expect(faults('catalogue', '[{"name":').errors?.[0]).toMatchObject({ line: 1 });
    expect(faults('catalogue', '{"name": "x"}').errors?.[0]?.detail).toContain('array');
  });
});

test('parses two hundred thousand pairs', () => {
  let text = '';
  for (let i = 0; i < 200_000; i += 1) text += `user${i % 4000}\tpermission${(i * 7) % 1999}\n`;
  expect(parseImport('permissions', text).lines).toBe(200_000);
});
