import type { Catalogue } from '@licet/contract';

/**
 * Returns a TypeScript declaration of an application's names. The order of the input does not affect it. Names can
 * contain any character of a line, so characters that could end or hide in a string literal are escaped.
 */
export function declarationOf({ application, permissions, roles }: Catalogue): string {
  return [
    `// The permissions and roles of “${escaped(application)}”: with this file in the program, any other name does not compile.`,
    `// Written by Licet; do not edit. After a change: licet types --application ${escaped(application)} --out THIS_FILE`,
    '',
    'declare global {',
    '  interface LicetNames {',
    `    permission:${union(permissions)}`,
    `    role:${union(roles)}`,
    // Licet has no list of resource types yet, so any type is valid. A bare id, which permits nothing, is not.
    `    resource: \`\${string}:\${string}\`;`,
    '  }',
    '}',
    '',
    'export {};',
    '',
  ].join('\n');
}

/** Returns the names that one declaration contains and the other does not. */
export function namesMissing(from: string, others: string): string[] {
  const present = new Set(linesOf(others));
  return linesOf(from)
    .filter((line) => line.startsWith('| ') && !present.has(line))
    .map((line) => line.slice(2));
}

function union(items: readonly { readonly name: string }[]): string {
  const names = [...new Set(items.map(({ name }) => name))].sort();
  return names.length === 0 ? ' never;' : `${names.map((name) => `\n      | '${escaped(name)}'`).join('')};`;
}

function escaped(text: string): string {
  return text
    .replace(/['\\]/g, '\\$&')
    .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\p{Cs}/gu, (character) =>
      Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at))}`).join(''),
    );
}

const hex = (unit: number) => unit.toString(16).padStart(4, '0');
const linesOf = (text: string) => text.split('\n').map((line) => line.trim().replace(/;$/, ''));
