// Checks the locations of the console's style sheets and the classes in their selectors.
// Usage: node scripts/styles.mjs [root]
import { dirname, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { filesBelow, importsOf, read, withoutComments } from './sources.mjs';

const sources = 'packages/console/src/';
const everywhere = new Set([`${sources}ui/font.css`, `${sources}ui/tokens.css`, `${sources}ui/base.css`]);
/** The style sheet for printing. It hides parts of many components, and shows others in full. */
const paper = `${sources}ui/print.css`;
const entity = /^(user|group|grant|role|permission|application|request)s?$/;
const shortest = 3;

/** @returns {string[]} one sentence for each violation */
export function checkStyles(root) {
  const files = filesBelow(root).filter((path) => path.startsWith(sources));
  const modules = new Map(
    files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)).map((path) => [path, read(root, path)]),
  );
  const sheets = files
    .filter((path) => path.endsWith('.css'))
    .map((path) => ({ path, selectors: selectorsOf(read(root, path)) }));
  const homes = homesOf(sheets.filter(({ path }) => path !== paper));
  return [
    ...sheets.flatMap(({ path }) => physical(path, read(root, path))),
    ...sheets.flatMap(({ path }) => besideComponent(path, modules)),
    ...sheets.flatMap((sheet) => named(sheet, homes)),
    ...[...homes].flatMap(([name, paths]) =>
      paths.size > 1 ? [`.${name} is defined in ${[...paths].join(' and ')}; give one of them another name.`] : [],
    ),
    ...unused(sheets, modules),
    ...undefinedIn(sheets, modules),
  ];
}

const sided =
  /^\s*(?:left|right|(?:margin|padding|border|inset)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius)\s*:/;
const keyword = /^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
const fourSides = /^\s*(?:margin|padding|inset|border-(?:width|style|color))\s*:\s*([^;]+);/;

/** Reports sides named left or right, which right-to-left languages would not mirror. A comment on the line permits one and says why. */
function physical(path, text) {
  return text.split('\n').flatMap((line, index) => {
    const four = fourSides.exec(line)?.[1].match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
    const isSided = sided.test(line) || keyword.test(line) || (four.length === 4 && four[1] !== four[3]);
    return isSided && !line.includes('/*')
      ? [
          `${path}:${index + 1} names left or right; use the logical property (inline-start, inline-end), or say why not in a comment on the line.`,
        ]
      : [];
  });
}

/** A sheet belongs to the component of the same name, or to its folder. A feature uses only its own sheets. */
function besideComponent(path, modules) {
  if (everywhere.has(path)) return [];
  const folder = posix.dirname(path);
  const name = posix.basename(path, '.css');
  const importing = (it) =>
    importsOf(modules.get(it)).some(({ specifier }) => posix.join(posix.dirname(it), specifier) === path);
  if (posix.basename(folder) === name)
    return [...modules.keys()].some((it) => it.startsWith(`${folder}/`) && importing(it))
      ? []
      : [`${path} is not imported by a component of its folder; a style lives with what it styles.`];
  const [feature] = new RegExp(`^${sources}features/[^/]+`).exec(path) ?? [];
  if (feature)
    return [`${path} is a second style sheet of its feature; put it into ${feature}/${posix.basename(feature)}.css.`];
  const component = ['.tsx', '.ts'].map((end) => path.replace(/\.css$/, end)).find((it) => modules.has(it));
  return component !== undefined && importing(component)
    ? []
    : [`${path} is not imported by a component of its name beside it; a style lives with what it styles.`];
}

function named({ path, selectors }, homes) {
  if (everywhere.has(path) || path === paper) return [];
  const names = new Set(selectors.flatMap(classesOf));
  const problems = [];
  for (const name of names) {
    if (name.length < shortest) problems.push(`${path} names a class .${name}; use a word.`);
    if (path.startsWith(`${sources}ui/`) && name.split('-').some((part) => entity.test(part)))
      problems.push(`${path} names an entity in .${name}; ui/ knows none, so move it to blocks/ or a feature.`);
  }
  for (const selector of selectors) {
    const own = classesOf(selector).some((name) => [...(homes.get(name) ?? [path])].every((home) => home === path));
    if (!own) problems.push(`${path} styles "${selector}", which has no class of its own; name one.`);
  }
  return problems;
}

/** Returns the sheets that style each class on its own. Selectors with several classes do not count. */
function homesOf(sheets) {
  const homes = new Map();
  for (const { path, selectors } of sheets)
    for (const selector of selectors) {
      const names = [...new Set(classesOf(selector))];
      if (names.length === 1) homes.set(names[0], (homes.get(names[0]) ?? new Set()).add(path));
    }
  return homes;
}

function unused(sheets, modules) {
  const strings = [...modules.values()].flatMap((text) => text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []);
  const words = new Set(strings.flatMap((text) => text.match(/[\w-]+/g) ?? []));
  const beginnings = strings.flatMap((text) => text.match(/[\w-]+-(?=\$\{)/g) ?? []);
  const used = (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  return sheets.flatMap(({ path, selectors }) =>
    [...new Set(selectors.flatMap(classesOf))]
      .filter((name) => !used(name))
      .map((name) => `${path} styles .${name}, which nothing carries; take it out.`),
  );
}

function undefinedIn(sheets, modules) {
  const defined = new Set(sheets.flatMap(({ selectors }) => selectors.flatMap(classesOf)));
  return [...modules].flatMap(([path, text]) =>
    [...withoutComments(text).matchAll(/\bclassName="([^"]*)"/g)]
      .flatMap(([, names]) => names.split(/\s+/))
      .filter((name) => name !== '' && !defined.has(name))
      .map((name) => `${path} uses the class ${name}, which no sheet styles; take it out.`),
  );
}

/** Returns every selector of a sheet. Splits lists of selectors. */
function selectorsOf(text) {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ' ');
  return [...bare.matchAll(/([^{};]+)\{/g)]
    .map(([, head]) => head.trim())
    .filter((head) => head !== '' && !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^()]*\))/).map((selector) => selector.trim()));
}

function classesOf(selector) {
  return [...selector.replace(/"[^"]*"/g, '').matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = checkStyles(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))));
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
