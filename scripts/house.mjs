// Checks the house rules that a program can check.
// Usage: node scripts/house.mjs [root]
import { dirname, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkLock } from './lock.mjs';
import { filesBelow, importsOf, read, spreadLiterals, withoutComments } from './sources.mjs';
import { checkStyles } from './styles.mjs';
import { checkWaits } from './waits.mjs';

const longest = 400;
const code = /\.(tsx?|mts|mjs|css|sql)$/;
const configuration = /(^|\/)[\w.-]+\.config\.(ts|mts|mjs)$|global-setup\.ts$/;
const generated = /(^|\/)(generated|vectors)\/|\.generated\.|(^|\/)package-lock\.json$/;
const tokens = 'packages/console/src/ui/tokens.css';
const colour = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:oklch|oklab|rgba?|hsla?|lab|lch)\(/i;

/** Patterns that features must not use, each with the shared helper that replaces the pattern. */
const dialect = [
  [/\binvalidateQueries\b/, 'refreshes by itself', 'take useRefresh of blocks/use-action.ts'],
  [/\.toLocale(Date|Time)?String\b|\bIntl\./, 'formats by itself', 'take formatNumber or formatDate of ui/format.ts'],
  [
    /\b(session|local)Storage\b/,
    'keeps something in the browser by itself',
    'take the keep of useForm, or useDraft of ui/form-draft.ts',
    // These files may use the browser's storage, because their data must outlive the tab and are not drafts.
    ['home/guide-memory.ts', 'applications/integration/places.ts'],
  ],
  [/\bnavigator\s*\.\s*clipboard\b/, 'copies by itself', 'take useCopy, CopyField or CodeBlock of ui/copy.tsx'],
  [/\bstrict: false\b/, 'reads any address', 'name its route and take useAddress of blocks/address.ts'],
  [/\bas never\b/, 'silences the compiler', 'give it its type; links and addresses have theirs'],
  [/\buseToast\b/, 'has a toast of its own', 'take showToast of ui/toast.tsx'],
];
const features = 'packages/console/src/features/';
const tests = /\.(test|testing)\.tsx?$/;

const lineRules = [
  ...dialect.map(([pattern, does, instead, except = []]) => ({
    applies: (path) =>
      path.startsWith(features) &&
      /\.tsx?$/.test(path) &&
      !tests.test(path) &&
      !except.includes(path.slice(features.length)),
    pattern,
    says: `${does}: the console has one dialect; ${instead}.`,
  })),
  {
    applies: (path) => /\.(tsx?|mts|mjs)$/.test(path) && !configuration.test(path),
    pattern: /^\s*export\s+default\b|\bas\s+default\b/,
    says: 'has a default export; export it by name.',
  },
  {
    applies: (path) => path !== 'scripts/house.mjs' && !path.startsWith('scripts/checks.test'),
    pattern: /\b(TODO|FIXME)\b/,
    says: 'leaves work for later; do it now or open an issue.',
    raw: true,
  },
  {
    applies: (path) => /\.test\.(tsx?|mjs)$|^e2e\//.test(path),
    pattern: /\b(test|it|describe)(\.\w+)*\.only\b/,
    says: 'runs only some tests; remove .only.',
  },
  {
    applies: (path) => /^packages\/(console|docs)\//.test(path) && /\.(css|tsx)$/.test(path) && path !== tokens,
    pattern: colour,
    says: `has a colour of its own; name it in ${tokens} and use the token.`,
  },
  {
    applies: (path) => /^packages\/console\/src\/.*(?<!\.test)\.tsx?$/.test(path) && !path.startsWith(features),
    pattern: /\.toLocale(Date|Time)?String\(|\bIntl\.\w+\((undefined|')/,
    says: 'writes a number or a date in no language, or always in one; use ui/format.ts, or locale of ui/language.ts.',
  },
];

/** @returns {string[]} one sentence for each violation */
export function checkHouse(root) {
  return filesBelow(root)
    .filter((path) => code.test(path) && !generated.test(path))
    .flatMap((path) => [...drawer(path), ...cased(path), ...inspect(path, read(root, path))]);
}

/** Checks that every catalogue has a German version that a page loads. The compiler compares the contents of both. */
function catalogues(root) {
  const paths = filesBelow(root).filter((path) => /^packages\/console\/src\/.*words(\.de)?\.ts$/.test(path));
  const loaded = ['app', 'public-pages']
    .map((page) => `packages/console/src/${page}/german.ts`)
    .flatMap((path) =>
      filesBelow(root).includes(path)
        ? importsOf(read(root, path)).map(({ specifier }) => posix.join(dirname(path), specifier))
        : [],
    );
  return paths
    .filter((path) => !path.endsWith('.de.ts') && /^catalogue\(/m.test(read(root, path)))
    .flatMap((path) => {
      const german = path.replace(/ts$/, 'de.ts');
      if (!paths.includes(german)) return [`${path} has no German; write ${german} beside it.`];
      if (!/^export const \w+: typeof English\.\w+ =/m.test(read(root, german)))
        return [`${german} is not held to the English; declare each object as typeof English.…`];
      return loaded.includes(german)
        ? []
        : [`${german} is loaded by no page; name it in app/german.ts or public-pages/german.ts.`];
    });
}

/**
 * Checks that every variable that the server or the command line reads is in a list of settings. The documentation is generated from these
 * lists.
 */
function settingsListed(root) {
  const lists = ['packages/server/src/settings.ts', 'packages/cli/src/commands.ts'];
  const present = filesBelow(root).filter(
    (path) => /^packages\/(server|cli)\/src\/.*\.ts$/.test(path) && !/\.test\.|[./]testing\./.test(path),
  );
  const named = (path) => read(root, path).match(/\bLICET_[A-Z_]*[A-Z]\b/g) ?? [];
  const listed = new Set(lists.filter((path) => present.includes(path)).flatMap(named));
  return present
    .filter((path) => !lists.includes(path))
    .flatMap((path) => [...new Set(named(path))].filter((name) => !listed.has(name)).map((name) => ({ path, name })))
    .map(({ path, name }) => `${path} names ${name}, which is in no list; add it to ${lists[0]}.`);
}

const migration = /^packages\/server\/src\/store\/migrations\/(\d{4})_\w+\.sql$/;
// Pairs of migrations that were merged with the same number. They are independent of each other, and a merged migration must keep its name.
const twins = [
  ['0011_client_cut_offs', '0011_credentials'],
  ['0016_imported_passwords', '0016_policies'],
  ['0020_connections', '0020_mails', '0020_sign_in_epochs'],
].flat();

/** Migrations run in the order of their names, so a repeated number would leave the order to chance. */
function migrations(root) {
  const numbered = filesBelow(root).flatMap((path) => {
    const number = migration.exec(path)?.[1];
    return number === undefined || twins.some((name) => path.endsWith(`/${name}.sql`)) ? [] : [{ path, number }];
  });
  const taken = new Set(twins.map((name) => name.slice(0, 4)));
  return numbered.flatMap(({ path, number }) => {
    if (!taken.has(number)) {
      taken.add(number);
      return [];
    }
    return [`${path} has a number that another migration has; take the next free one.`];
  });
}

const logged = 'packages/server/src/log-sentences.ts';

/**
 * Checks that every log sentence is in the list of sentences without values. Only listed sentences may leave the
 * machine, in a support bundle or through OpenTelemetry.
 */
function sentences(root) {
  if (!filesBelow(root).includes(logged)) return [];
  const known = read(root, logged);
  return filesBelow(root)
    .filter((path) => path.startsWith('packages/server/src/') && path.endsWith('.ts') && !tests.test(path))
    .flatMap((path) =>
      [...read(root, path).matchAll(/\blog\s*\.\s*(?:info|warn|error|fatal)\(([\s\S]*?)\)(?:;|,\n|\n)/g)].flatMap(
        ([, given]) => {
          const sentence = /'([A-Z][^'\n]*\.)'\s*,?\s*$/.exec(given)?.[1];
          return sentence === undefined || known.includes(`'${sentence}'`)
            ? []
            : [`${path} logs “${sentence}”; list it in ${logged}, so that it is not withheld from those who help.`];
        },
      ),
    );
}

function drawer(path) {
  return /(^|\/)(utils|helpers)\//.test(path)
    ? [`${path} lies in a drawer; put it beside the concept that it serves.`]
    : [];
}

function cased(path) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /\.(tsx?|mts|mjs)$/.test(name) && /[A-Z_]/.test(name)
    ? [`${path} is not in kebab-case, as all files of the house are.`]
    : [];
}

function inspect(path, text) {
  const lines = text.split('\n');
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length;
  const problems = count > longest ? [`${path} has ${count} lines, ${longest} is the end; split it by concept.`] : [];
  const bare = withoutComments(text).split('\n');
  for (const { applies, pattern, says, raw } of lineRules) {
    if (!applies(path)) continue;
    const seen = raw ? lines : bare;
    seen.forEach((line, index) => {
      if (pattern.test(line)) problems.push(`${path}:${index + 1} ${says}`);
    });
  }
  if (/\.(tsx?|mjs)$/.test(path))
    for (const line of spreadLiterals(text)) problems.push(`${path}:${line} spreads a literal; write what is in it.`);
  return problems;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
  const problems = [
    ...checkHouse(root),
    ...catalogues(root),
    ...migrations(root),
    ...settingsListed(root),
    ...sentences(root),
    ...checkLock(root),
    ...checkStyles(root),
    ...checkWaits(root),
  ];
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
