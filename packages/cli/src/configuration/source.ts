import { readFileSync } from 'node:fs';
import { type ConfigurationFile, configurationFile } from '@licet/contract/configuration';
import { reasonOfIssue } from '@licet/contract/reasons';
import {
  type Alias,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml';
import { fileVariablePrefix } from '../config.ts';
import { fileFault } from '../terminal.ts';
import { type Configuration, gathered } from './gather.ts';
import { type Fault, FileFaults } from './read.ts';

/**
 * The maximum number of aliases in a file. The library searches all aliases for each alias, so the time is quadratic.
 */
const mostAliases = 10_000;
/** The maximum number of entries that aliases add to a file. Each of them is validated separately. */
const entriesByAliases = 100_000;

/** The aliases of a file. */
interface Aliases {
  /** The target of each alias. */
  readonly targets: ReadonlyMap<Alias, Node>;
  /** The number of entries that aliases add. */
  readonly added: number;
}

/** Finds the targets of all aliases. Visits each entry once, because the target always precedes the alias. */
function aliasesIn(contents: Node | null): Aliases {
  const anchors = new Map<string, { node: Node; size: number }>();
  const targets = new Map<Alias, Node>();
  let standing = 0;
  const sizeOf = (node: unknown): number => {
    standing += 1;
    if (isAlias(node)) {
      const anchor = anchors.get(node.source);
      if (anchor) targets.set(node, anchor.node);
      return anchor?.size ?? 1;
    }
    let size = 1;
    if (isMap(node) || isSeq(node))
      for (const item of node.items as readonly unknown[])
        size += isPair(item) ? sizeOf(item.key) + sizeOf(item.value) : sizeOf(item);
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor !== undefined) anchors.set(anchor, { node: node as Node, size });
    return size;
  };
  const whole = contents === null ? 0 : sizeOf(contents);
  return { targets, added: whole - standing };
}

/** Steps into a file: field names, and list positions from 0. */
export type Path = readonly (string | number)[];

/** A file that was read. */
export interface Source {
  readonly declared: ConfigurationFile;
  /** Returns the place of a path in the file, as `people.yaml:12:5`. */
  readonly at: (path: Path) => string;
}

/**
 * Reads a file of access as code.
 * @param name the name of the file, for faults
 * @returns undefined if the file has faults, which are added to `faults`
 */
export function sourceOf(
  name: string,
  text: string,
  variables: ReadonlyMap<string, string>,
  faults: Fault[],
): Source | undefined {
  const lineCounter = new LineCounter();
  const placeOf = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const own: Fault[] = [];
  const tellWhole = (detail: string) => own.push({ place: placeOf(0), detail });
  const document = plain(() => parseDocument(text, { lineCounter, prettyErrors: false }), tellWhole);
  if (!document) {
    faults.push(...own);
    return undefined;
  }
  // Report only the first syntax error, because it usually causes the others.
  const inForm = document.errors.slice(0, 1).map(({ pos: [offset], code, message }) => ({
    place: placeOf(offset),
    detail: formSentence(code, message, text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n')[0] ?? ''),
  }));
  own.push(...inForm);
  const contents: Node | null = document.contents;
  const aliases = aliasesIn(contents);
  if (aliases.targets.size > mostAliases)
    tellWhole(`The file has more than ${mostAliases} aliases. Replace some of them with their content.`);
  const nodeAt = (path: Path, key?: string) => found(contents, path, key, (alias) => aliases.targets.get(alias));
  const at = (path: Path, key?: string) => placeOf(nodeAt(path, key)?.range?.[0] ?? 0);
  if (own.length === 0) {
    visit(document, {
      Scalar: (key, node) => {
        if (key === 'key' || typeof node.value !== 'string') return;
        node.value = filled(node.value, variables, (detail) =>
          own.push({ place: placeOf(node.range?.[0] ?? 0), detail }),
        );
      },
    });
    const value: unknown = plain(() => document.toJS({ maxAliasCount: 1000 }), tellWhole);
    if (own.length === 0 && aliases.added > entriesByAliases)
      tellWhole(
        `The aliases of the file expand to more than ${entriesByAliases} entries. Write out only the entries that you need.`,
      );
    if (aliases.added > entriesByAliases) {
      faults.push(...own);
      return undefined;
    }
    const result = configurationFile.safeParse(value ?? {}, { reportInput: true });
    if (result.success && own.length === 0) return { declared: result.data, at };
    // Keep only the first fault at each place, because the library may report several for one invalid entry.
    const seen = new Set<string>();
    for (const fault of (result.error?.issues ?? []).flatMap((issue) => faultsOf(issue, at)))
      if (!seen.has(fault.place) && seen.add(fault.place)) own.push(fault);
  }
  for (const fault of own) faults.push(fault);
  return undefined;
}

/** Replaces the variables in a text. `$${` stands for a literal `${`. */
function filled(text: string, variables: ReadonlyMap<string, string>, tell: (detail: string) => void): string {
  return text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (whole: string, inner: string | undefined) => {
    if (inner === undefined) return '${';
    if (!/^[A-Za-z_]\w*$/.test(inner) || !whole.endsWith('}')) {
      tell(`“${whole}” is not a variable. Write a variable as \${NAME}, and the text \${ as $\${.`);
      return whole;
    }
    const value = variables.get(inner);
    if (value !== undefined) return value;
    tell(
      `The variable ${inner} is not set. Files read it from the environment variable ${fileVariablePrefix}${inner}, which is missing or empty.`,
    );
    return whole;
  });
}

/** The library's result, or undefined if it threw. */
function plain<Made>(make: () => Made, tell: (detail: string) => void): Made | undefined {
  try {
    return make();
  } catch (error) {
    tell(error instanceof RangeError ? tooDeep : sentence(error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

/** Returns the node at a path, or the nearest existing node above it. With `key`, returns the node of that key. */
function found(
  root: Node | null,
  path: Path,
  key: string | undefined,
  resolve: (alias: import('yaml').Alias) => Node | undefined,
): Node | null {
  let node = root;
  for (const step of key === undefined ? path : [...path, key]) {
    const here: Node | null = isAlias(node) ? (resolve(node) ?? null) : node;
    if (isSeq(here)) {
      const next = here.items[Number(step)] as ParsedNode | undefined;
      if (!next) return node;
      node = next;
    } else if (isMap(here)) {
      const pair = here.items.find((it) => isScalar(it.key) && String(it.key.value) === String(step));
      if (!pair) return node;
      node = (key !== undefined && step === key ? pair.key : (pair.value ?? pair.key)) as Node;
    } else return node;
  }
  return node;
}

type Issue = NonNullable<ReturnType<typeof configurationFile.safeParse>['error']>['issues'][number];

function faultsOf(issue: Issue, at: (path: Path, key?: string) => string): Fault[] {
  const path = issue.path.filter((step): step is string | number => typeof step !== 'symbol');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      place: at(path, key),
      detail: `There is no field “${key}” here. Check its spelling.`,
    }));
  const last = path.at(-1);
  if (issue.code === 'invalid_type' && issue.input === undefined && typeof last === 'string')
    return [{ place: at(path), detail: `The field “${last}” is missing here.` }];
  return [{ place: at(path), detail: typeSentence(issue) ?? sentence(issue.message) }];
}

/**
 * Returns the sentence for a syntax error. An unquoted variable within `[ ]` or `{ }` is a common mistake, so it has
 * its own sentence.
 */
function formSentence(code: string, message: string, line: string): string {
  if (/^Maximum call stack/.test(message)) return tooDeep;
  if (code === 'DUPLICATE_KEY') return 'This field is already set above. Remove one of them.';
  if (/[{[].*\$\{/.test(line))
    return 'This line is not valid YAML. Inside { } or [ ], quote a text that contains a variable.';
  return `This is not valid YAML: ${sentence(message)}`;
}

const tooDeep = 'Lists and fields are nested too deeply here.';

function typeSentence(issue: Issue): string | undefined {
  if (issue.code !== 'invalid_type' || !['field_type', 'field_missing'].includes(reasonOfIssue(issue)?.reason ?? ''))
    return undefined;
  const expected = kinds[issue.expected] ?? issue.expected;
  if (issue.input === null) return `This field is empty, but must be ${expected}. Fill it, or remove it.`;
  return `This must be ${expected}.${issue.expected === 'string' ? ' Put it in quotes.' : ''}`;
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'fields with values',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

/**
 * Reads files as one set; `-` is standard input.
 * @throws FileFaults with all their faults
 */
export function readFiles(names: readonly string[], variables: ReadonlyMap<string, string>): Configuration {
  const faults: Fault[] = [];
  const sources = names.flatMap(
    (name) => sourceOf(name === '-' ? 'stdin' : name, textOf(name), variables, faults) ?? [],
  );
  const all = gathered(sources, faults);
  if (faults.length > 0) throw new FileFaults(faults);
  return all;
}

function textOf(name: string): string {
  try {
    return readFileSync(name === '-' ? 0 : name, 'utf8');
  } catch (error) {
    throw fileFault(name, error);
  }
}
