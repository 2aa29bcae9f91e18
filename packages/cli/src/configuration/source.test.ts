import { describe, expect, test } from 'vitest';
import { fileVariables } from '../config.ts';
import { written } from './export.ts';
import { gathered } from './gather.ts';
import type { Fault } from './read.ts';
import { sourceOf } from './source.ts';

function read(text: string, variables: Record<string, string> = {}) {
  const faults: Fault[] = [];
  const source = sourceOf('a.yaml', text, new Map(Object.entries(variables)), faults);
  return { source, declared: source?.declared, faults: faults.map(({ place, detail }) => `${place} ${detail}`) };
}

test('reports every error of a file with its line and column', () => {
  const { declared, faults } = read(`licet: 1
sett: shop
users:
  - { username: ana, nam: Ana }
  - { username: 12, name: Ben }
groups:
applications:
  - id: Shop
    grants:
      - { role: clerk, permission: see, user: ana }
      - { role: clerk }
      - { role: clerk, group: Counter, ends: tomorrow }
      - { role: clerk, program: Till }
`);
  expect(declared).toBeUndefined();
  expect(faults).toEqual([
    'a.yaml:4:5 The field “name” is missing here.',
    'a.yaml:4:22 There is no field “nam” here. Check its spelling.',
    'a.yaml:5:17 This must be a text. Put it in quotes.',
    'a.yaml:6:8 This field is empty, but must be a list. Fill it, or remove it.',
    'a.yaml:8:9 An identifier has 1 to 63 lower-case letters, digits and hyphens. It begins with a letter and does not end with a hyphen.',
    'a.yaml:10:36 Name what the grant gives: a role or a permission, and only one.',
    'a.yaml:11:9 Name who receives the grant: a user, a group or a program.',
    'a.yaml:12:46 This is not a valid time. Write one such as 2026-11-21T17:00:00Z.',
    'a.yaml:13:33 Write the application before the name of the program, such as ledger/Nightly job.',
    'a.yaml:2:1 There is no field “sett” here. Check its spelling.',
  ]);
});

/** Returns a variable in the syntax of a file. */
const v = (inner: string) => `$\{${inner}}`;

describe('variables', () => {
  test('are replaced only in values, where a doubled $ is a literal $ sign', () => {
    const { declared, faults } = read(`licet: 1\nset: "${v('A')}-${v('B')}"\ngroups:\n  - name: $${v('A')}\n`, {
      A: 'x',
      B: '}: 1',
    });
    expect(faults).toEqual([]);
    expect(declared).toEqual({ licet: 1, set: 'x-}: 1', groups: [{ name: v('A') }] });
  });

  test('are all reported with their places if they are missing, empty or misspelt', () => {
    const { faults } = read(
      `licet: 1\nset: a ${v('A')} ${v('B')}\ngroups:\n  - name: ${v('1')}\n  - name: open ${v('A').slice(0, -1)}\n`,
    );
    expect(faults).toEqual([
      expect.stringMatching(/^a\.yaml:2:6 The variable A is not set\. .* environment variable LICET_VAR_A,/),
      expect.stringMatching(/^a\.yaml:2:6 The variable B is not set\. .* environment variable LICET_VAR_B,/),
      `a.yaml:4:11 “${v('1')}” is not a variable. Write a variable as ${v('NAME')}, and the text \${ as $\${.`,
      `a.yaml:5:11 “${v('A').slice(0, -1)}” is not a variable. Write a variable as ${v('NAME')}, and the text \${ as $\${.`,
    ]);
  });

  test('come only from LICET_VAR_ settings, not from secrets of the job or JavaScript properties', () => {
    const environment = {
      LICET_CLIENT_SECRET: 'secret',
      LICET_VAR_DOMAIN: 'shop.example',
      LICET_VAR_EMPTY: '',
      HOME: '/',
    };
    const variables = fileVariables(environment);
    expect(Object.fromEntries(variables)).toEqual({ DOMAIN: 'shop.example' });
    const names = ['LICET_CLIENT_SECRET', 'HOME', 'EMPTY', '__proto__', 'constructor', 'DOMAIN'];
    const faults: Fault[] = [];
    sourceOf('a.yaml', `licet: 1\nset: "${names.map(v).join(' ')}"`, variables, faults);
    expect(faults.map(({ detail }) => detail.split(' ')[2])).toEqual(names.slice(0, -1));
  });

  test('need quotes within { } and [ ], and the error says so', () => {
    expect(read(`licet: 1\ngroups:\n  - { name: a ${v('A')} }\n`, { A: 'x' }).faults).toEqual([
      expect.stringMatching(/^a\.yaml:3:\d+ This line is not valid YAML\. Inside \{ \} or \[ \], quote a text/),
    ]);
  });
});

test.each([
  ['licet: 1\nlicet: 1\n', 'a.yaml:2:1 This field is already set above. Remove one of them.'],
  [
    'licet: 1\nusers: [\n',
    'a.yaml:3:1 This is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
  ],
  ['', 'a.yaml:1:1 The version of the format is missing or unknown. Write licet: 1.'],
  ['licet: 2\n', 'a.yaml:1:8 The version of the format is missing or unknown. Write licet: 1.'],
  ['[1]\n', 'a.yaml:1:1 This must be fields with values.'],
  [
    'licet: 1\n---\nlicet: 1\n',
    'a.yaml:2:1 This is not valid YAML: Source contains multiple documents; please use YAML.parseAllDocuments().',
  ],
])('refuses %j with an explanation', (text, fault) => {
  expect(read(text).faults).toEqual([fault]);
});

test('resolves an anchor, and refuses an alias bomb', () => {
  expect(
    read('licet: 1\ngroups:\n  - { name: A, users: &u [ana] }\n  - { name: B, users: *u }\n').declared?.groups?.[1],
  ).toEqual({
    name: 'B',
    users: ['ana'],
  });
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
  for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef'].map((pair) => [...pair]))
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`);
  expect(read(`licet: 1\n${bomb.join('\n')}\n`).faults[0]).toMatch(/^a\.yaml:1:1 Excessive alias count/);
});

test('limits the number of aliases and of the entries that they add', () => {
  const users = Array.from({ length: 1000 }, (_, no) => `u${no}`).join(', ');
  const group = (no: number, list: string) => `  - { name: G${no}, users: ${list} }`;
  const groups = (count: number, list: (no: number) => string) =>
    `licet: 1\ngroups:\n${Array.from({ length: count }, (_, no) => group(no, list(no))).join('\n')}\n`;
  const one = (no: number) => (no === 0 ? `&all [${users}]` : '*all');
  expect(read(groups(50, one)).declared?.groups?.at(-1)?.users).toHaveLength(1000);
  expect(read(groups(500, one)).faults).toEqual([
    'a.yaml:1:1 The aliases of the file expand to more than 100000 entries. Write out only the entries that you need.',
  ]);
  expect(read(groups(20_002, (no) => (no % 2 ? `*a${no - 1}` : `&a${no} [ana]`))).faults).toEqual([
    'a.yaml:1:1 The file has more than 10000 aliases. Replace some of them with their content.',
  ]);
  const wrong = groups(8000, (no) => (no === 0 ? '&all { no: list }' : no % 2 ? '*all' : `&a${no} [ana]`));
  expect(read(wrong).faults.length).toBeGreaterThan(0);
});

test('refuses a file that is nested too deeply', () => {
  const { faults } = read(`licet: 1\ngroups: ${'['.repeat(5000)}`);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^a\.yaml:2:\d+ Lists and fields are nested too deeply here\.$/);
});

test('combines several files, and reports both places of a repetition or contradiction', () => {
  const texts = [
    'licet: 1\nset: a\nusers: [{ username: ana, name: Ana }]\napplications: [{ id: shop, name: Shop, permissions: [{ name: see }] }]\n',
    'licet: 1\nset: b\nusers: [{ username: ANA, name: Ana }]\napplications: [{ id: shop, name: Other, permissions: [{ name: see }, { name: sell }] }]\n',
  ];
  const faults: Fault[] = [];
  const sources = texts.flatMap((text, at) => sourceOf(`${at}.yaml`, text, new Map(), faults) ?? []);
  const all = gathered(sources, faults);
  expect(faults.map(({ place, detail }) => `${place} ${detail}`)).toEqual([
    '1.yaml:2:6 The set differs from the one at 0.yaml:2:6. Keep one of them.',
    '1.yaml:4:34 The name of shop differs from the one at 0.yaml:4:34. Keep one of them.',
    '1.yaml:3:21 This entry is already at 0.yaml:3:21. Remove one of them.',
    '1.yaml:4:63 This entry is already at 0.yaml:4:62. Remove one of them.',
  ]);
  expect(all.applications.get('shop')?.permissions?.map(({ value }) => value.name)).toEqual(['see', 'see', 'sell']);
});

test('reads a written file back unchanged', () => {
  const file = {
    licet: 1 as const,
    groups: [{ name: 'yes' }, { name: '12' }, { name: `${v('A')}: # "x"\\` }, { name: '- é 𝒳' }],
    users: [{ username: 'null', name: '{a: [b]}' }],
  };
  expect(read(written(file, 'x')).declared).toEqual(file);
});
