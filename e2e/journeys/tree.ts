/** An element of an accessibility tree: its role, its name, and the elements inside. */
interface Part {
  readonly role: string;
  readonly name: string;
  readonly level: number | undefined;
  readonly depth: number;
  readonly inside: Part[];
}

/** Roles of elements that a user operates. Each needs a name. */
const controls: ReadonlySet<string> = new Set(
  'button link checkbox radio switch combobox textbox searchbox slider spinbutton option menuitem tab'.split(' '),
);
/** Roles of elements whose buttons are read one after another, so that equal names are ambiguous. */
const rows: ReadonlySet<string> = new Set(['row', 'listitem', 'option', 'toolbar']);

/**
 * Returns what makes an accessibility tree hard to use: controls without a name, buttons with the same name in one row,
 * and headings that leave out a level.
 * @param snapshot the text of Playwright's `ariaSnapshot`
 */
export function faultsOf(snapshot: string): string[] {
  const roots = read(snapshot);
  const faults: string[] = [];
  const visit = (part: Part) => {
    if (controls.has(part.role) && part.name === '') faults.push(`a ${part.role} without a name`);
    if (rows.has(part.role)) {
      const names = part.inside.flatMap(buttonsIn).map(({ name }) => name);
      for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at)))
        faults.push(`several buttons “${name}” in the ${part.role} “${part.name}”`);
    }
    part.inside.forEach(visit);
  };
  roots.forEach(visit);
  for (const part of roots) if (part.role === 'main' || part.role === 'dialog') faults.push(...skipped(part));
  return faults;
}

/** The headings of a page that are more than one level below the heading before. */
function skipped(part: Part): string[] {
  let before = part.role === 'main' ? 0 : undefined;
  return headingsIn(part).flatMap(({ level = 0, name }) => {
    const isSkipped = before !== undefined && level > before + 1;
    before = level;
    return isSkipped ? [`the heading “${name}” of level ${level} leaves out a level`] : [];
  });
}

const headingsIn = (part: Part): Part[] =>
  part.role === 'heading' ? [part] : part.role === 'complementary' ? [] : part.inside.flatMap(headingsIn);

/** The buttons of a row, without those of rows inside it. */
const buttonsIn = (part: Part): Part[] =>
  part.role === 'button' ? [part] : rows.has(part.role) ? [] : part.inside.flatMap(buttonsIn);

function read(snapshot: string): Part[] {
  const roots: Part[] = [];
  const open: Part[] = [];
  for (const line of snapshot.split('\n')) {
    // A line with a colon in its name is quoted as a whole.
    const [, space = '', quoted, plain] = /^( *)- (?:'((?:[^']|'')*)'|([^/].*))/.exec(line) ?? [];
    const said = quoted?.replaceAll("''", "'") ?? plain;
    if (said === undefined) continue;
    const [, role = '', named, rest = ''] = /^([a-z]+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(said) ?? [];
    const [, level] = /\[level=(\d)\]/.exec(rest) ?? [];
    // A control that is named by its content has the text after the colon.
    const [, text = ''] = /^(?: \[[^\]]*\])*: (.*)$/.exec(rest) ?? [];
    const depth = space.length;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const part: Part = {
      role,
      name: named ?? (role === 'text' ? text : ''),
      level: level === undefined ? undefined : Number(level),
      depth,
      inside: [],
    };
    (open.at(-1)?.inside ?? roots).push(part);
    open.push(part);
  }
  return roots;
}
