import { type Flag, settings } from './settings.ts';

/** The names of the given settings. Their values are in the configuration. */
export interface SettingsGiven {
  /** The known variables that are set, by a flag or in the environment. */
  readonly given: readonly string[];
  /** A sentence for each name that looks like a setting but is unknown. */
  readonly unknown: readonly string[];
}

export function settingsGiven(
  flags: Partial<Record<Flag, string>>,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsGiven {
  return {
    given: settings
      .filter((it) => ('flag' in it && flags[it.flag] !== undefined) || environment[it.variable])
      .map(({ variable }) => variable)
      .sort(),
    unknown: Object.keys(environment)
      .filter((name) => name.startsWith('LICET_') && !names.includes(name) && !ofTheCommandLine.includes(name))
      .sort()
      .map(sentenceOf),
  };
}

function sentenceOf(name: string): string {
  const near = nearest(name);
  return `${name} is no setting of Licet, and does nothing.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

/** The setting whose name is most similar; undefined if less than two thirds would match. */
function nearest(name: string): string | undefined {
  const [first] = names
    .map((known) => ({ known, slips: slipsBetween(bare(name), bare(known)) }))
    .sort((a, b) => a.slips - b.slips);
  return first && first.slips <= bare(name).length / 3 ? first.known : undefined;
}

/** The number of letters to add, remove, replace or swap with a neighbour (Damerau 1964; optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const at = (up: number, left: number) =>
        (up === 0 ? line : (rows[row - up] ?? []))[column - left] ?? Number.POSITIVE_INFINITY;
      line.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (same ? 0 : 1), swapped ? at(2, 2) + 1 : a.length));
    }
    rows.push(line);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

const bare = (name: string) => name.slice('LICET_'.length);
const names: readonly string[] = settings.map(({ variable }) => variable).filter((it) => it.startsWith('LICET_'));

/** Variables for the command line, which the server ignores. */
const ofTheCommandLine = ['LICET_SERVER', 'LICET_CLIENT_ID', 'LICET_CLIENT_KEY', 'LICET_CLIENT_SECRET'];
