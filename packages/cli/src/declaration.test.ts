import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { declarationOf, namesMissing } from './declaration.ts';

const named = (name: string) => ({ name, title: '' });
const catalogue = (permissions: string[], roles: string[] = ['admin']) => ({
  application: 'ledger',
  version: 1,
  permissions: permissions.map(named),
  roles: roles.map(named),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-types-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the declaration is identical for any order and repetition of the names', () => {
  const text = declarationOf(catalogue(['b', 'a', 'b', 'B'], ['clerk', 'admin']));
  expect(declarationOf(catalogue(['B', 'a', 'b'], ['admin', 'clerk']))).toBe(text);
  expect(text.match(/'.'/g)).toEqual([`'B'`, `'a'`, `'b'`]);
});

test('declares the type “never” for an application without permissions', () => {
  expect(compiled(declarationOf(catalogue([])), `export const p: LicetNames['permission'] = 'a';`)).toContain(
    `'never'`,
  );
});

test('declares types that reject unknown names in a program that uses the rule', () => {
  const declaration = declarationOf(catalogue(['invoices.read'], ['admin', 'clerk']));
  const use = (permission: string, role: string) =>
    compiled(
      declaration,
      `import type { PermissionName, RoleName } from '@licet/rule';
       export const p: PermissionName = ${JSON.stringify(permission)};
       export const r: RoleName = ${JSON.stringify(role)};`,
    );
  expect(use('invoices.read', 'clerk')).toBe('');
  expect(use('invoices.raed', 'clerk')).toContain(`'"invoices.raed"' is not assignable`);
  expect(use('invoices.read', 'clark')).toContain(`'"clark"' is not assignable`);
});

test('declares that a resource consists of its type and its id', () => {
  const use = (...values: string[]) =>
    compiled(
      declarationOf(catalogue(['invoices.read'])),
      `import { can, type Token } from '@licet/rule';
       export const may = (token: Token, id: string) => [
         ${values.map((value) => `can(token, 'invoices.read', 0, ${value}),`).join('\n')}
       ];`,
    );
  const shop = `\`shop:\${id}\``;
  expect(use(`'shop:berlin'`, shop, `[\`till:7\`, ${shop}, 'region:de']`, '[]', 'undefined')).toBe('');
  const wrong = use(`'berlin'`, 'id', `['shop:berlin', id]`);
  expect(wrong).toContain(`'"berlin"' is not assignable`);
  expect(wrong.match(/'string' is not assignable/g)).toHaveLength(2);
});

test('writes each name as one literal, whatever characters it contains', () => {
  const hostile = [
    `it's`,
    '"double"',
    'back\\slash',
    '*/ } /*',
    '$'.concat('{process.exit()}'),
    '`tick`',
    'line\nbreak',
    'carriage\rreturn',
    'separator\u2028line',
    'separator\u2029paragraph',
    'right\u202Eto left',
    'nul\u0000',
    'zero\u200Bwidth',
    'no-break\u00A0space',
    'half \uD800',
    'half \uDC00\uD800',
    '🦦 Zażółć гусь 鵝',
    "'; export const stolen = '",
    '</script><!--',
    '__proto__',
    'constructor',
    '  spaces  ',
    'x'.repeat(10_000),
  ];
  const uses = hostile.map((name, at) => `export const n${at}: LicetNames['permission'] = ${JSON.stringify(name)};`);
  const declaration = declarationOf(catalogue(hostile));
  expect(compiled(declaration, uses.join('\n'))).toBe('');
  const exact = `type Known = LicetNames['permission'];
    export const none: Exclude<Known, ${hostile.map((name) => JSON.stringify(name)).join(' | ')}> = 'x';`;
  expect(compiled(declaration, exact)).toContain(`'never'`);
  expect(declaration).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
});

test('lists the names that only one of two declarations has', () => {
  const [before, after] = [
    declarationOf(catalogue(['a', 'b'])),
    declarationOf(catalogue(['b', `c's`], ['admin', 'x'])),
  ];
  expect(namesMissing(after, before)).toEqual([`'c\\'s'`, `'x'`]);
  expect(namesMissing(before, after)).toEqual([`'a'`]);
});

/** Returns the diagnostics of the TypeScript compiler for a declaration and a module that uses it. */
function compiled(declaration: string, module: string): string {
  const rule = fileURLToPath(new URL('../../rule/src/index.ts', import.meta.url));
  const options = {
    strict: true,
    noEmit: true,
    module: 'preserve',
    target: 'es2022',
    lib: ['es2024', 'esnext.collection', 'dom'],
    types: [],
    allowImportingTsExtensions: true,
    paths: { '@licet/rule': [rule] },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'names.d.ts'), declaration);
  writeFileSync(join(folder, 'module.ts'), module);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['names.d.ts', 'module.ts'] }),
  );
  const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin', 'tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return stdout + stderr;
}
