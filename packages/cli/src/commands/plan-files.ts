import { type Command, type Given, reachFlags, UsageError } from '../command.ts';
import { fileVariables } from '../config.ts';
import { type PlanOptions, planned } from '../configuration/plan.ts';
import { FileFaults, faultText } from '../configuration/read.ts';
import { type Format, formats, shown } from '../configuration/show.ts';
import { readFiles } from '../configuration/source.ts';
import { printable } from '../terminal.ts';

export const planFiles: Command = {
  name: 'plan',
  summary: 'Plan files of access as code: what would change, and who would gain and lose what; nothing is changed',
  takes: ['FILE'],
  more: `Several files are one set; - is what comes in. Exits 0, with --check 1 when something would change, and 2 when the files cannot be taken.\nWhat a file does not say stays as it is. \${NAME} in a file is the variable LICET_VAR_NAME of the environment, and no other is read.`,
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
    check: 'Exit 1 if something would change, for CI; without --exact it counts what it does not compare',
    exact:
      'Also compare lists that files only add to: existing entries that the files do not name; none of them is removed',
    prune: 'Also remove what a set of these files created and no longer names; never users, nor access to Licet itself',
    'in-parts': 'If more would change than a plan accepts: plan the first part',
    'accept-moved':
      'Accept names that belong to something else since this change of the audit log or an earlier one, for their present owners',
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
      process.stdout.write(printable(shown({ ...result, exact: exact === true }, format)));
      const differs =
        result.lines.length > 0 ||
        result.moved.some(({ accepted }) => !accepted) ||
        (exact === true && result.notInFiles !== undefined && result.notInFiles.length > 0);
      return check && differs ? 1 : 0;
    }),
};

export function formatOf({ flags }: Given): Format {
  const format = formats.find((name) => name === (flags.format ?? 'text'));
  return format ?? usage(`The format is one of ${formats.join(', ')}.`);
}

/** The planning options from the flags. */
export function planOptionsOf({ flags }: Given): PlanOptions {
  const { prune, 'in-parts': inParts, 'accept-moved': accept } = flags;
  if (accept !== undefined && !/^[1-9]\d{0,14}$/.test(String(accept)))
    usage('--accept-moved takes the number of a change, which “licet plan” names.');
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
