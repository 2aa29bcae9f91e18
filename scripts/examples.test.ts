import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { licet } from '../e2e/command-line.ts';
import { assertions, commandsIn, type Example, examplesIn, moduleOf, ownCommandsIn } from './examples.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const examples = examplesIn(root);
const modules = examples.filter(({ language }) => language === 'ts' || language === 'tsx');
const shells = examples.filter(({ language }) => language === 'sh' || language === 'bash');
const place = ({ from, line }: Example) => `${from}:${line}`;

let folder: string;
beforeAll(() => {
  // Inside the workspace, so that Node resolves the packages as usual.
  mkdirSync(join(root, '.packages'), { recursive: true });
  folder = mkdtempSync(join(root, '.packages', 'examples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the documentation has examples', () => expect(modules.length).toBeGreaterThan(8));

test('every example compiles', () => {
  // Global declarations would apply to every other example too.
  const global = modules.filter(({ code }) => /declare global|declare module/.test(code));
  const together = modules.filter((it) => !global.includes(it));
  const complaints = [together, ...global.map((it) => [it])].filter((it) => it.length > 0).map(complaintsOf);
  expect(complaints.join('')).toBe('');
});

describe('examples return the answers that they state', () => {
  for (const example of modules) {
    const body = assertions(example);
    if (body !== undefined) test(place(example), () => run(example, body));
  }
});

describe('licet accepts the command lines of the documents', () => {
  const lines = shells.flatMap((example) => commandsIn(example).map((words) => [place(example), words] as const));
  test('the documents have command lines', () => expect(lines.length).toBeGreaterThan(3));
  for (const [where, words] of lines)
    test(`${where} licet ${words.join(' ')}`, async () => {
      const names = words.filter((word) => /^[a-z][a-z0-9-]*$/.test(word)).slice(0, 2);
      const shown = (await helpOf(names.join(' '))) ?? (await helpOf(names[0] ?? ''));
      expect(shown, 'the command is unknown').toBeDefined();
      for (const flag of words.filter((word) => word.startsWith('--') && word !== '--help'))
        expect(shown).toContain(`  ${flag.split('=')[0]}`);
    });
});

test('documents name only existing scripts, test steps and programs of this repository', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const steps = readFileSync(join(root, 'scripts/run-tests.ts'), 'utf8');
  const asked = shells.flatMap((example) => ownCommandsIn(example).map((it) => ({ ...it, where: place(example) })));
  expect(asked.length).toBeGreaterThan(3);
  for (const { where, script, steps: chosen = '', file } of asked) {
    if (script) expect(Object.keys(scripts), where).toContain(script);
    for (const step of chosen.split(',').filter(Boolean))
      expect(steps, where).toMatch(new RegExp(`^  ${step}[,:]`, 'm'));
    // Files outside of these folders belong to the reader, so they need not exist.
    if (file && /^(scripts|bench|e2e|packages|examples)\//.test(file))
      expect(existsSync(join(root, file)), where).toBe(true);
  }
});

/** Returns the compiler errors of examples, at their positions in the documents. Each example is a module. */
function complaintsOf(these: readonly Example[]): string {
  const files = these.map((example, index) => {
    const page = example.from.replaceAll('/', '__');
    const name = example.file ?? `${example.line}.${index}.${example.language}`;
    const file = join(folder, page, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, moduleOf(example));
    return file;
  });
  // The page on React Router continues the example of the page on React.
  const rootDirs = ['react.md', 'react-router.md'].map((page) => join(folder, `docs__guides__${page}`));
  const options = { noUnusedLocals: false, noUnusedParameters: false, erasableSyntaxOnly: false, rootDirs };
  const project = join(folder, `tsconfig.${these[0]?.from.replaceAll('/', '__')}.${these[0]?.line}.json`);
  writeFileSync(
    project,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: options, include: [], files }),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // Another check covers the sources of the packages.
  const ours = (stdout + stderr).split('\n').filter((text) => /^[^\s.]/.test(text));
  const place = /^([^/\s]+)\/\S+\.tsx?\((\d+),\d+\)/;
  return ours
    .map(
      (text) => `${text.replace(place, (_, name: string, line: string) => `${name.replaceAll('__', '/')}:${line}`)}\n`,
    )
    .join('');
}

async function run(example: Example, body: string): Promise<void> {
  const file = join(folder, `${example.from.replaceAll('/', '__')}.${example.line}.mjs`);
  await build({
    stdin: { contents: body, resolveDir: root, loader: 'tsx', sourcefile: place(example) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    outfile: file,
    logLevel: 'silent',
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)});`,
    },
  });
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 120_000 });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

const helps = new Map<string, string | undefined>();
async function helpOf(command: string): Promise<string | undefined> {
  if (!helps.has(command)) {
    const { code, out } = await licet([...command.split(' '), '--help']);
    helps.set(command, code === 0 ? out : undefined);
  }
  return helps.get(command);
}
