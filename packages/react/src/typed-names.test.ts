import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the lines that do not compile in a project with a declared catalogue. */
const wrongLines = (lines: readonly string[]): number[] => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'names.d.ts'),
    "export {};\ndeclare global {\n  interface LicetNames {\n    permission: 'invoices.read' | 'invoices.refund';\n    role: 'admin' | 'clerk';\n  }\n}\n",
  );
  writeFileSync(join(folder, 'page.tsx'), lines.join('\n'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        types: [],
        noUnusedLocals: false,
        paths: {
          '@licet/react': [join(root, 'packages/react/src/index.ts')],
          '@licet/react/denied': [join(root, 'packages/react/src/denied/index.ts')],
          react: [join(root, 'node_modules/@types/react')],
          'react/jsx-runtime': [join(root, 'node_modules/@types/react/jsx-runtime')],
        },
      },
      include: [],
      files: ['names.d.ts', 'page.tsx'],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  // Ignore errors in the sources of these packages, because they use undeclared names. Published packages contain only
  // declarations, without such names.
  return [...stdout.matchAll(/^\S*page\.tsx\((\d+),/gm)].map(([, line]) => Number(line));
};

test('unknown permissions and roles do not compile if the catalogue is declared', () => {
  const lines = wrongLines([
    "import { Can, Guard, useDecision, usePermission, useRole } from '@licet/react';",
    "import { Denied } from '@licet/react/denied';",
    "export const right = () => [usePermission('invoices.read'), useRole(['admin', 'clerk']), useDecision('invoices.refund')];",
    'export const page = <Can permission="invoices.read"><Guard all={["invoices.read"]} /><Denied role="clerk" /></Can>;',
    "export const a = () => usePermission('invoices.raed');",
    "export const b = () => usePermission(['invoices.read', 'x']);",
    "export const c = () => useRole('clark');",
    "export const d = () => useDecision('x');",
    'export const e = <Can permission="x" />;',
    'export const f = <Can any={["invoices.read", "x"]} />;',
    'export const g = <Guard role="boss" />;',
    'export const h = <Denied permission="x" />;',
  ]);
  expect([...new Set(lines)]).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
});
