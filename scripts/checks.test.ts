import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { isInstalled } from './lock.mjs';
import { nodeFault } from './node-version.mjs';

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

const s = 'packages/server/src/';
const c = 'packages/console/src/';
const badArrows: [arrow: string, path: string, text: string][] = [
  ['rule -> anything', 'packages/rule/src/a.ts', `import { z } from 'zod';`],
  ['rule -> anything', 'packages/rule/src/a.ts', `import type { Call } from '@licet/contract';`],
  ['fewest-roles -> anything', 'packages/fewest-roles/src/a.ts', `import { readFileSync } from 'node:fs';`],
  ['fewest-roles -> anything', 'packages/fewest-roles/src/a.ts', `import { can } from '@licet/rule';`],
  [
    'by the worker of the console alone',
    `${c}features/fewest-roles/role-list.tsx`,
    `import { curve } from '@licet/fewest-roles';`,
  ],
  ['contract -> anything', 'packages/contract/src/a.ts', `export { x } from 'node:fs';`],
  ['evidence -> anything', 'packages/evidence/src/a.ts', `import { x } from '@licet/server';`],
  ['known by evidence alone', 'packages/server/src/a.ts', `import PDFDocument from 'pdfkit';`],
  ['at run time', 'packages/react/src/a.ts', `import { calls } from '@licet/contract';`],
  ['console, cli -> server', 'packages/cli/src/can.ts', `const s = await import('@licet/server');`],
  ['console, cli -> server', `${c}main.tsx`, `import {\n  main,\n} from '@licet/server';`],
  ['use cases -> http', `${s}usecases/users/add.ts`, `import { route } from '../../http/route.ts';`],
  ['use cases -> http', `${s}usecases/users/add.ts`, `import pg from 'pg';`],
  ['use cases -> http', `${s}usecases/users/add.ts`, `import { page } from '../../identity/steps/page.ts';`],
  ['identity, live -> use cases', `${s}identity/steps/a.ts`, `import { add } from '../../usecases/users/add.ts';`],
  ['identity, live -> use cases', `${s}live/a.ts`, `import { add } from '../usecases/users/add.ts';`],
  ['a room -> one above it', `${s}identity/keys/a.ts`, `import { b } from '../factors/b.ts';`],
  ['a room -> one above it', `${s}identity/steps/a.ts`, `import { b } from '../sessions/b.ts';`],
  ['http -> store', `${s}http/a.ts`, `import type { Db } from '../store/db.ts';`],
  ['store -> use cases', `${s}store/a.ts`, `import { add } from '../usecases/users/add.ts';`],
  ['any other folder of the server', `${s}store/users/a.ts`, `import type { Mail } from '../../mail/mails.ts';`],
  ['the store alone', `${s}usecases/a.ts`, `import { sql } from '../store/kernel/sql.ts';`],
  ['only the store does', `${s}usecases/a.ts`, "await connection.query<{ n: number }>('savepoint step');"],
  ['store/walk -> another', `${s}store/walk/a.ts`, `import { listUsers } from '../users/list.ts';`],
  ['store/users -> store/groups -> store/users', `${s}store/groups/b.ts`, `import { c } from '../users/c.ts';`],
  ['store -> store/users -> store', `${s}store/users/c.ts`, `import { checks } from '../checks.ts';`],
  ['react -> client', 'packages/client/src/a.ts', `import { B } from '../../react/src/b.ts';`],
  ['server -> another package', `${s}a.ts`, `import { b } from '../../client/src/b.ts';`],
  ['before it is asked for', 'packages/cli/src/a.ts', `import { b } from '../../evidence/src/b.ts';`],
  [
    'store/kernel -> another',
    `${s}store/kernel/a.ts`,
    `import { requireNoViolation } from '../separations/refusal.ts';`,
  ],
  ['store/kernel -> another', `${s}store/kernel/a.ts`, `import type { Walk } from '../walk/walk.ts';`],
  ['store/kernel -> another', `${s}store/kernel/a.ts`, `import { checks } from '../checks.ts';`],
  ['feature -> another feature', `${c}features/users/a.tsx`, `import { B } from '../groups/b.tsx';`],
  ['ui -> blocks or features', `${c}ui/a.tsx`, `import { B } from '../blocks/b.tsx';`],
  ['ui -> blocks or features', `${c}blocks/a.tsx`, `import { B } from '../features/users/b.tsx';`],
  ['one verifier', `${s}identity/provider/a.ts`, `import { jwtVerify } from 'jose';`],
  ['one verifier', 'packages/api/src/a.ts', `import {\n  type JWK,\n  compactVerify as check,\n} from 'jose';`],
  ['one verifier', `${s}identity/provider/a.ts`, `import * as jose from 'jose';`],
  ['one verifier', 'packages/api/src/verify/a.ts', `import { keys } from '../keys.ts';`],
  [
    'second walk',
    `${s}store/roles/a.ts`,
    'sql`with recursive b(id) as (select $1 union select included_id from inclusions) …`;',
  ],
  ['second walk', `${s}usecases/a.ts`, "const query = 'select from grants x where x.starts <= now()';"],
  ['second walk', `${s}store/sign-in/a.ts`, "sql`select from users u where u.status <> 'suspended'`;"],
  ['there is one clock', `${s}store/sign-in/a.ts`, 'sql`select from sessions where expires_at > clock_timestamp()`;'],
  ['there is one clock', `${s}store/a.ts`, "const past = 'day < current_date - 3';"],
  ['there is one clock', `${s}store/a.ts`, "const past = 'expires_at <\n NOW()';"],
  ['there is one clock', `${s}identity/provider/a.ts`, 'const iat = Math.floor(Date.now() / 1000);'],
  ['there is one clock', `${s}usecases/a.ts`, 'const at = new Date().toISOString();'],
  [
    'only a test moves the clock',
    `${s}main.ts`,
    'openDatabase({ connectionString, clockOffset: () => config.ahead });',
  ],
  ['only a test moves the clock', `${s}compose.ts`, 'openDatabase({ connectionString, clockOffset });'],
  ['only a test moves the clock', `${s}compose.ts`, "const more = { 'clockOffset': ahead };"],
  ['watching alone', `${s}identity/provider/a.ts`, `import { Counter } from 'prom-client';`],
  ['loaded only when', `${s}http/a.ts`, `import { listen } from '../watching/telemetry/listen.ts';`],
  ['src -> tests', `${s}a.ts`, `import { x } from './a.test.ts';`],
  ['deep import', `${s}a.ts`, `import { x } from '@licet/contract/src/calls.ts';`],
  ['deep import', `${s}a.ts`, `import { x } from '../../contract/src/calls.ts';`],
  ['process.env', `${s}a.ts`, `export const port = process.env.PORT;`],
  ['closes a cycle', 'packages/rule/src/a.ts', `import { b } from './b.ts';`],
];

test.each(badArrows)('the arrow check reports "%s" in %s: %s', (arrow, path, text) => {
  const cycle: Record<string, string> = {
    'packages/rule/src/b.ts': `import { a } from './a.ts';`,
    [`${s}store/users/a.ts`]: `import { b } from '../groups/a.ts';`,
    [`${s}store/groups/a.ts`]: '',
    [`${s}store/checks.ts`]: `import { a } from './users/a.ts';`,
  };
  const { status, stderr } = check('arrows.mjs', { ...cycle, [path]: `// a comment\n${text}\n` });
  expect(stderr).toContain(arrow);
  expect(stderr).toMatch(/^packages\/.+:\d+ /);
  expect(status).toBe(1);
});

test('the arrow check reports a folder of the server that the map of ARCHITECTURE.md does not list', () => {
  const map =
    '## The map\npackages/server  src/live/  src/identity/\n## The arrows\npackages/rule and src/jobs/ are no map';
  const sources = [`${s}live/a.ts`, `${s}jobs/a.ts`, `${s}identity/keys/a.ts`, 'packages/rule/src/a.ts'];
  const tree = { 'ARCHITECTURE.md': map, ...Object.fromEntries(sources.map((path) => [path, ''])) };
  const { status, stderr } = check('arrows.mjs', tree);
  expect(stderr.match(/^ARCHITECTURE.md has no (\S+)/gm)?.sort()).toEqual([
    'ARCHITECTURE.md has no keys/',
    'ARCHITECTURE.md has no packages/rule',
    'ARCHITECTURE.md has no src/jobs/',
  ]);
  expect(status).toBe(1);
});

test('the arrow check accepts allowed imports, and text that only looks like an import', () => {
  const { status, stderr } = check('arrows.mjs', {
    'packages/rule/src/a.ts': `import { b } from './b.ts';\n// import { z } from 'zod';\nconst t = "import x from 'zod'";`,
    'packages/rule/src/b.ts': `import type { A } from './a.ts';`,
    'packages/contract/src/a.ts': `import { z } from 'zod';\nimport { can } from '@licet/rule';`,
    'packages/react/src/a.ts': `import type { Call } from '@licet/contract';`,
    'packages/cli/src/start.ts': `import '@licet/server';`,
    [`${s}identity/provider/a.ts`]: `import { SignJWT, type JWTVerifyResult } from 'jose';\nimport type { jwtVerify } from 'jose';`,
    'packages/api/src/verify/a.ts': `import { compactVerify } from 'jose';\nconst at = Date.now();`,
    [`${s}live/a.ts`]: `const since = performance.now(); // Date.now() jumps\nconst at = new Date(instant);`,
    [`${s}machine-clock.ts`]: `const at = Date.now();`,
    [`${s}usecases/a.ts`]: `import { b } from '../identity/factors/a.ts';`,
    [`${s}identity/steps/a.ts`]: `import type { A } from '../../usecases/a.ts';\nimport { b } from '../factors/a.ts';`,
    [`${s}identity/factors/a.ts`]: `import type { Step } from '../steps/a.ts';\nexport const b = 1;`,
    [`${s}store/a.testing.ts`]: `openDatabase({ clockOffset: () => 1 });`,
    [`${s}store/b.ts`]: `const f = (clockOffset: number) => clock(clockOffset);`,
    [`${s}store/users/a.ts`]: `import { b } from '../groups/a.ts';\nimport { walk } from '../walk/walk.ts';`,
    [`${s}store/groups/b.ts`]: `import type { A } from '../users/a.ts';\nimport { refuse } from '../../refusal.ts';`,
    [`${s}store/groups/b.test.ts`]: `import { a } from '../users/a.ts';\nconnection.query('select 1');`,
    [`${s}store/checks.ts`]: `import { a } from './users/a.ts';`,
    [`${s}store/walk/walk.ts`]: `import { present } from '../kernel/facts.ts';`,
    'packages/server/src/config.ts': `export const port = process.env.PORT;`,
    'packages/server/src/compose.ts': `import { store } from './store/a.ts';\nimport pg from 'pg';`,
    [`${c}features/users/a.tsx`]: `import { B } from './b.tsx';\nimport { C } from '../../ui/c.tsx';`,
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

const badHouse: [says: string, path: string, text: string][] = [
  ['in no language', `${c}a.ts`, `export const a = (n: number) => n.toLocaleString();`],
  ['in no language', `${c}a.ts`, `export const a = new Intl.NumberFormat(undefined);`],
  ['400 is the end', 'packages/rule/src/a.ts', 'x\n'.repeat(401)],
  ['default export', 'packages/rule/src/a.ts', 'export default 1;'],
  ['leaves work for later', 'packages/rule/src/a.ts', `// ${'TO'}${'DO'} later`],
  ['drawer', 'packages/rule/src/utils/a.ts', ''],
  ['kebab-case', 'packages/rule/src/twoWords.ts', ''],
  ['.only', 'packages/rule/src/a.test.ts', `test${'.only'}('x', () => {});`],
  ['wait for a state', 'packages/rule/src/a.test.ts', 'await pause(100);'],
  ['wait for a state', 'e2e/a.spec.ts', 'await page.waitForTimeout(100);'],
  ['compare two durations', 'packages/rule/src/a.test.ts', 'expect(performance.now() - since).toBeLessThan(1000);'],
  ['limit of time of its own', 'packages/rule/src/a.test.ts', `test('x', () => {\n}, 60_000);\n`],
  ['limit of time of its own', 'packages/rule/src/a.test.ts', `test.each(all)(\n  'x',\n  () => {},\n  60_000,\n);\n`],
  ['limit of time of its own', 'packages/rule/src/a.test.ts', `  test(title, { timeout: 60_000 }, async () => {});\n`],
  ['colour', `${c}ui/a.css`, '.a { color: #fff; }'],
  ['colour', `${c}ui/a.tsx`, `const x = 'oklch(0.5 0.1 20)';`],
];

test.each(badHouse)('the house check reports "%s" in %s', (says, path, text) => {
  const { status, stderr } = check('house.mjs', { [path]: text });
  expect(stderr).toContain(says);
  expect(status).toBe(1);
});

const badDialect: [instead: string, text: string][] = [
  ['useRefresh', `void queryClient\n  .invalidateQueries({ queryKey: ['me'] });`],
  ['ui/format.ts', 'const a = count.toLocaleString();'],
  ['ui/format.ts', 'const a = new Intl.DateTimeFormat(locale).format(at);'],
  ['useForm, or useDraft', `sessionStorage.setItem('a', reason);`],
  ['useForm, or useDraft', `const a = window.localStorage.getItem('a');`],
  ['useCopy', 'await navigator.clipboard.writeText(a);'],
  ['useAddress', 'const a = useSearch({ strict: false });'],
  ['give it its type', 'const a = <Link search={{ open } as never} />;'],
  ['showToast', 'const toast = useToast();'],
];

test.each(badDialect)('the house check reports a feature that does not use %s: %s', (instead, text) => {
  const { status, stderr } = check('house.mjs', { [`${c}features/users/a.tsx`]: text });
  expect(stderr).toMatch(/^packages\/console\/src\/features\/users\/a\.tsx:\d+ .+: the console has one dialect/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(instead);
  expect(status).toBe(1);
});

test('the house check accepts sessionStorage in shared modules, tests, comments and the guide’s memory', () => {
  const text = `sessionStorage.removeItem('a');`;
  const { status, stderr } = check('house.mjs', {
    [`${c}ui/form-draft.ts`]: text,
    [`${c}features/users/a.test.tsx`]: text,
    [`${c}features/users/b.testing.tsx`]: text,
    [`${c}features/users/c.ts`]: `// ${text}`,
    [`${c}features/home/guide-memory.ts`]: text,
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test.each([
  'const a = {\n  ...{ b, c },\n  d,\n};',
  "const a = [\n  ...['b', 'c'],\n  'd',\n];",
  'f(\n  ...[b, c]);',
  'const a = (\n  <p {...{ role, id }} />\n);',
])('the house check reports a spread literal: %s', (text) => {
  const { status, stderr } = check('house.mjs', { [`${c}ui/a.tsx`]: text });
  expect(stderr).toContain(`${c}ui/a.tsx:2 spreads a literal`);
  expect(status).toBe(1);
});

test('the house check accepts the spread of a condition, a call or a copy', () => {
  const text = `const a = { ...(b ? { c } : {}), ...{ d, e }[f], ...g, h: '...{ i }' }; // ...{ j },\nconst k = new Set([...[l].flat(), ...m]);`;
  expect(check('house.mjs', { [`${c}ui/a.tsx`]: text })).toMatchObject({ stderr: '', status: 0 });
});

test('the house check reports an unlisted log sentence, and accepts a listed one', () => {
  const list = { [`${s}log-sentences.ts`]: `export const logSentences = new Set(['All is said.']);` };
  const logs = (sentence: string) => ({ [`${s}a.ts`]: `log.info({ a: 1 }, '${sentence}');\n`, ...list });
  expect(check('house.mjs', logs('Nobody knows.')).stderr).toContain('logs “Nobody knows.”; list it in');
  expect(check('house.mjs', logs('All is said.')).stderr).not.toContain('list it in');
});

test('the house check reports a catalogue without German, without the English types, or that no page loads', () => {
  const shop = `${c}features/shop/words`;
  const english = { [`${shop}.ts`]: `export const words = { bread: 'Bread' };\ncatalogue('shop', { words });` };
  const german = { [`${shop}.de.ts`]: `export const words: typeof English.words = { bread: 'Brot' };` };
  const page = { [`${c}app/german.ts`]: `import * as shop from '../features/shop/words.de.ts';` };
  expect(check('house.mjs', english).stderr).toContain('has no German');
  const loose = { [`${shop}.de.ts`]: `export const words = { bread: 'Brot' };` };
  expect(check('house.mjs', { ...english, ...loose, ...page }).stderr).toContain('is not held to the English');
  expect(check('house.mjs', { ...english, ...german }).stderr).toContain('is loaded by no page');
  expect(check('house.mjs', { ...english, ...german, ...page }).stderr).not.toContain('words.de.ts');
});

test('the house check reports a migration whose number is taken', () => {
  const folder = `${s}store/migrations/`;
  const known = { [`${folder}0011_client_cut_offs.sql`]: '', [`${folder}0011_credentials.sql`]: '' };
  expect(check('house.mjs', { ...known, [`${folder}0012_a.sql`]: '' }).stderr).toBe('');
  for (const twice of ['0011_new', '0012_b'])
    expect(
      check('house.mjs', { ...known, [`${folder}0012_a.sql`]: '', [`${folder}${twice}.sql`]: '' }).stderr,
    ).toContain('take the next free one');
});

test('the house check accepts tool configurations, design tokens and links to anchors', () => {
  const { status, stderr } = check('house.mjs', {
    'vitest.config.ts': 'export default {};',
    [`${c}ui/tokens.css`]: ':root { --a: #fff; }',
    [`${c}ui/a.tsx`]: `const link = <a href="#add-user">x</a>;`,
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

const button = {
  [`${c}ui/button.tsx`]: `import './button.css';\nconst a = <button className="button" />;`,
  [`${c}ui/button.css`]: '@layer ui {\n  .button { color: red; }\n  .button:hover b { color: blue; }\n}',
};

const badStyles: [says: string, path: string, text: string][] = [
  ['is not imported by a component of its name', `${c}ui/other.css`, '.button b { color: red; }'],
  ['is not imported by a component of its folder', `${c}features/a/a.css`, '.a-part { color: red; }'],
  ['put it into packages/console/src/features/a/a.css', `${c}features/a/part.css`, '.a-part { color: red; }'],
  ['button.css and packages/console/src/ui/other.css', `${c}ui/other.css`, '.button { color: red; }'],
  ['which has no class of its own', `${c}ui/other.css`, '.button i, b { color: red; }'],
  ['names a class .ab', `${c}ui/button.css`, '.ab { color: red; }'],
  ['names an entity in .user-name', `${c}ui/button.css`, '@media (width < 9px) { .user-name { color: red; } }'],
  ['styles .wide, which nothing carries', `${c}ui/button.css`, '.button.wide { color: red; }'],
  ['names left or right', `${c}ui/button.css`, '.button {\n  margin-left: 4px;\n}'],
  ['names left or right', `${c}ui/button.css`, '.button {\n  text-align: right;\n}'],
  ['names left or right', `${c}ui/button.css`, '.button {\n  padding: 0 calc(2 * var(--s-1)) 0 var(--s-1);\n}'],
  ['uses the class wide, which no sheet styles', `${c}ui/other.tsx`, 'const b = <b className="button wide" />;'],
];

test.each(badStyles)('the house check reports a style that %s in %s: %s', (says, path, text) => {
  const { status, stderr } = check('house.mjs', { ...button, [path]: text });
  expect(stderr).toContain(says);
  expect(status).toBe(1);
});

test('the house check accepts a component’s own style, and one that adjusts an inner component', () => {
  const { status, stderr } = check('house.mjs', {
    ...button,
    [`${c}ui/base.css`]: '.stack { display: grid; }',
    [`${c}blocks/bar.tsx`]: `import './bar.css';\nconst b = (tone) => <b className={\`bar stack tone-\${tone}\`} />;`,
    [`${c}blocks/bar.css`]:
      '.bar .button, .bar.tone-yes { color: red; }\n.bar {\n  left: 0; /* Time runs to the right. */\n  padding: 1px 2px 3px 2px;\n}',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

const whole = {
  'package.json': { engines: { node: '^20.19.0 || >=22.12.0' }, devDependencies: { a: '1.0.0' } },
  'README.md': 'Node 20.19, 22.12 or later is enough.',
  lock: {
    '': { devDependencies: { a: '1.0.0' } },
    'node_modules/a': { integrity: 'sha512-a', optionalDependencies: { '@a/linux': '1.0.0', '@a/windows': '1.0.0' } },
    'node_modules/@a/linux': { integrity: 'sha512-b', optional: true },
    'node_modules/a/node_modules/@a/windows': { integrity: 'sha512-c', optional: true },
  } as Record<string, object>,
};

const badLocks: [says: string, change: Partial<typeof whole>][] = [
  [
    'lacks @a/linux, which node_modules/a needs',
    { lock: { ...whole.lock, 'node_modules/@a/linux': undefined as never } },
  ],
  ['lacks a, which package.json needs', { lock: { '': whole.lock[''] as object } }],
  [
    'names a registry for node_modules/a;',
    {
      lock: { ...whole.lock, 'node_modules/a': { integrity: 'sha512-a', resolved: 'https://registry.example/a.tgz' } },
    },
  ],
  ['no integrity for node_modules/a;', { lock: { ...whole.lock, 'node_modules/a': {} } }],
  ['does not know the devDependencies of package.json', { lock: { ...whole.lock, '': {} } }],
  ['asks for Node 22 or later, and package.json for 20.19, 22.12 or later', { 'README.md': 'Node 22 or later.' }],
];

test.each(badLocks)('the house check reports that package-lock.json or the README %s', (says, change) => {
  const { status, stderr } = check('house.mjs', lockedTree(change));
  expect(stderr).toContain(says);
  expect(status).toBe(1);
});

test('the house check accepts a complete lock file, and reports a package that requires another Node', () => {
  expect(check('house.mjs', lockedTree({})).stderr).toBe('');
  const other = { 'packages/a/package.json': JSON.stringify({ engines: { node: '>=22' } }) };
  expect(check('house.mjs', { ...lockedTree({}), ...other }).stderr).toContain(
    'packages/a/package.json asks for another',
  );
});

test('packages are installed again if a required one is missing or has another version', () => {
  const locked = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/@a/windows': { version: '1.0.0', optional: true },
  };
  expect(isInstalled(locked, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
  expect(isInstalled(locked, { 'node_modules/a': { version: '0.9.0' } })).toBe(false);
  expect(isInstalled(locked, {})).toBe(false);
});

test.each(['12.22.12', '18.20.8', '20.0.0', '20.18.3', '21.7.3', '22.11.0'])(
  'Node %s is refused, and the error lists the supported versions',
  (found) => {
    expect(nodeFault(found, '^20.19.0 || >=22.12.0')).toMatch(
      new RegExp(`^Licet needs Node 20\\.19, 22\\.12 or later, and this is Node ${found}\\. Install`),
    );
  },
);

test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0'])('Node %s starts Licet', (found) => {
  expect(nodeFault(found, '^20.19.0 || >=22.12.0')).toBeUndefined();
});

function lockedTree(change: Partial<typeof whole>): Record<string, string> {
  const { lock, ...files } = { ...whole, ...change };
  return {
    'package.json': JSON.stringify(files['package.json']),
    'README.md': files['README.md'],
    'package-lock.json': JSON.stringify({ packages: lock }),
  };
}

function check(script: string, files: Record<string, string>) {
  const tree = mkdtempSync(join(tmpdir(), 'licet-checks-'));
  trees.push(tree);
  const exports: Record<string, Record<string, string>> = {
    rule: { '.': './src/index.ts', './vectors/*': './vectors/*' },
    contract: { '.': './src/index.ts', './client': './src/client.ts' },
    server: { '.': './src/main.ts' },
    'fewest-roles': { '.': './src/index.ts' },
  };
  for (const [name, paths] of Object.entries(exports)) {
    plant(tree, `packages/${name}/package.json`, JSON.stringify({ name: `@licet/${name}`, exports: paths }));
  }
  for (const [path, text] of Object.entries(files)) plant(tree, path, text);
  const program = fileURLToPath(new URL(script, import.meta.url));
  return spawnSync(process.execPath, [program, tree], { encoding: 'utf8' });
}

function plant(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}
