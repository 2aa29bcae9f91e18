import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '@licet/contract';
import { outline } from '@licet/contract/outline';
import { signedInPaths } from '@licet/contract/signed-in-paths';
import { type Plugin, parseAst } from 'vite';

const contract = fileURLToPath(new URL('../contract/src/', import.meta.url));
const own = fileURLToPath(new URL('src/', import.meta.url));
const computed: ReadonlyMap<string, object> = new Map(
  Object.entries({ outline: { outline }, 'signed-in-paths': { signedInPaths } }).map(([name, values]) => [
    fileURLToPath(import.meta.resolve(`@licet/contract/${name}`)),
    values,
  ]),
);

/**
 * The properties of a call that forms and address readers use. The outline contains those that are needed to send the
 * call.
 */
const partsOfCall: ReadonlySet<string> = new Set(['params', 'query', 'body']);

/**
 * Makes the contract small for browsers, in builds only:
 * - Values that are derived from all calls or screens are computed at build time, so that no page loads the schemas for
 *   them.
 * - A limit becomes its number, without its reason and source.
 * - A call keeps only the schemas of its input.
 * - Each name is imported from its own file, so that the bundler sees that a part of the console needs this file only.
 * - A schema is removed unless something uses it. The bundler cannot know that building a schema has no side effects.
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    apply: 'build',
    load: (id) =>
      Object.entries(computed.get(id) ?? {})
        .map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`)
        .join('') || undefined,
    transform(code, id) {
      const isContract = id.startsWith(contract);
      if (!isContract && !id.startsWith(own)) return;
      const numbers = code.replace(/\blimits\.(\w+)\.value\b/g, (whole, name: string) =>
        Object.hasOwn(limits, name) ? String(limits[name as keyof typeof limits].value) : whole,
      );
      for (const [whole, part = ''] of numbers.matchAll(/\bcalls\.\w+\.\w+\.(\w+)/g))
        if (!partsOfCall.has(part)) this.error(`${whole} is not part of the contract in a browser.`);
      return { code: isContract ? withoutUnused(numbers) : numbers.replace(fromIndex, apart), map: null };
    },
  };
}

const fromIndex = /import\s*\{([^}]*)\}\s*from\s*["']@licet\/contract["'];?/g;

/** Imports each name from the file that defines it. */
const apart = (_whole: string, names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => `import { ${name} } from '${contract}${fileOf(name.split(/\s/)[0] ?? '')}';`)
    .join('');

const filesByName = new Map(
  [...readFileSync(`${contract}index.ts`, 'utf8').matchAll(/export \{([^}]*)\} from '\.\/([^']+)';/g)].flatMap(
    ([, names = '', file = '']) => names.split(',').map((name) => [name.trim(), file] as const),
  ),
);

const fileOf = (name: string) => filesByName.get(name) ?? 'index.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Removes the unneeded properties of calls, and marks each constant whose value is computed as free of side effects. */
function withoutUnused(code: string): string {
  const edits: Edit[] = [];
  const program = parseAst(code) as unknown as Node;
  for (const statement of program.body as readonly Node[]) {
    const declaration = (
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    ) as Node | null;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { init } of declaration.declarations as readonly { readonly init: Node | null }[]) {
      if (!init || !computes(init)) continue;
      edits.push({ start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' });
      dropFrom(init, edits);
      edits.push({ start: init.end, end: init.end, text: '))()' });
    }
  }
  return edits.reduceRight((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each === 'object' && each !== null && 'type' in each);

const computes = (node: Node): boolean =>
  node.type === 'CallExpression' ||
  node.type === 'NewExpression' ||
  (!/Function/.test(node.type) && childrenOf(node).some(computes));

/** Empties the unneeded properties of each `call({ … })`, in the order of the source. */
function dropFrom(node: Node, edits: Edit[]): void {
  const [given] = (node.arguments ?? []) as readonly Node[];
  if (node.type === 'CallExpression' && (node.callee as Node).name === 'call' && given?.type === 'ObjectExpression') {
    for (const property of given.properties as readonly Node[]) {
      const { name } = (property.key ?? {}) as { readonly name?: string };
      if (name === undefined || partsOfCall.has(name)) continue;
      edits.push({ start: property.start, end: property.end, text: `${name}: undefined` });
    }
    return;
  }
  for (const child of childrenOf(node)) dropFrom(child, edits);
}
