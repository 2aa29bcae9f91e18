import { type Command, type Given, reachFlags, UsageError } from '../command.ts';
import { fileVariables } from '../config.ts';
import { type PlanOptions, planned } from '../configuration/plan.ts';
import { FileFaults, faultText } from '../configuration/read.ts';
import { type Format, formats, formatted } from '../configuration/show.ts';
import { readFiles } from '../configuration/source.ts';
import { printable } from '../terminal.ts';

export const planFiles: Command = {
  name: 'plan',
  summary: 'Plan access-as-code files: show what would change, and who would gain and lose access; nothing is changed',
  takes: ['FILE'],
  more: `Several files form one set; - is standard input. Exits 0; with --check, 1 if something would change; 2 if the files are invalid or refused.\nAnything that the files do not mention stays unchanged. \${NAME} in a file is the environment variable LICET_VAR_NAME; no other variable is read.`,
  many: true,
  flags: {
    check: { type: 'boolean' },
    exact: { type: 'boolean' },
    prune: { type: 'boolean' },
    'in-parts': { type: 'boolean' },
    'accept-moved': { type: 'string' },
    format: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    check:
      'For CI: exit 1 if something would change; without --exact, entries that are not in the files are only counted',
    exact: 'Also report existing entries that the files do not mention; none of them is removed',
    prune: 'Also remove what this set of files created and no longer mentions; never users, nor access to Licet itself',
    'in-parts': 'If there are more changes than one plan can hold, plan only the first ones',
    'accept-moved': 'Accept names that moved to another object up to this change number',
    format: 'The format: text (the default), markdown for a pull request, or json',
    ...reachFlags.about,
  },
  run: (given) =>
    withFaults(async () => {
      const format = formatOf(given);
      const { check, exact } = given.flags;
      const options = { ...planOptionsOf(given), notInFiles: check === true || exact === true };
      const files = readFiles(given.positionals, fileVariables());
      const result = await planned(given.client(), files, options);
      process.stdout.write(printable(formatted({ ...result, exact: exact === true }, format)));
      const differs =
        result.lines.length > 0 ||
        result.moved.some(({ accepted }) => !accepted) ||
        (exact === true && result.notInFiles !== undefined && result.notInFiles.length > 0);
      return check && differs ? 1 : 0;
    }),
};

export function formatOf({ flags }: Given): Format {
  const format = formats.find((name) => name === (flags.format ?? 'text'));
  return format ?? usage(`The format must be one of ${formats.join(', ')}.`);
}

/** The planning options from the flags. */
export function planOptionsOf({ flags }: Given): PlanOptions {
  const { prune, 'in-parts': inParts, 'accept-moved': accept } = flags;
  if (accept !== undefined && !/^[1-9]\d{0,14}$/.test(String(accept)))
    usage('--accept-moved must be a change number, which “licet plan” shows.');
  return { prune: prune === true, inParts: inParts === true, acceptMoved: Number(accept ?? 0), notInFiles: false };
}

const usage = (sentence: string): never => {
  throw new UsageError(sentence);
};

/** Runs `work`. If the files have faults, prints each with its place and returns exit code 2. */
export async function withFaults(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    process.stderr.write(printable(faultText(error)));
    return 2;
  }
}
