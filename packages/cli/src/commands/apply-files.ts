import { createInterface } from 'node:readline/promises';
import { limits, type NameInFiles } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { type Command, type Given, UsageError } from '../command.ts';
import { fileVariables } from '../config.ts';
import { applyPlan } from '../configuration/long-plan.ts';
import type { ReassignedName } from '../configuration/names.ts';
import { type PlannedFiles, planned } from '../configuration/plan.ts';
import { createdClients, SecretsFile, withoutSecret } from '../configuration/secrets.ts';
import { acceptance, formatted } from '../configuration/show.ts';
import { readFiles } from '../configuration/source.ts';
import { ownTerminal } from '../new-application.ts';
import { printable } from '../terminal.ts';
import { formatOf, planFiles, planOptionsOf, withFaults } from './plan-files.ts';
import { doneText } from './revert.ts';

const { check: _, exact: __, ...flags } = planFiles.flags;
const { check: ___, exact: ____, ...about } = planFiles.about;

export const applyFiles: Command = {
  name: 'apply',
  summary: 'Apply access-as-code files: make all changes of their plan or none, after showing it and asking',
  takes: ['FILE'],
  many: true,
  more: 'Exits 0 if the changes were made or none were needed; 1 if you answer no; 2 on an error. A refused plan changes nothing.\nIf another change alters the effects of the plan in the meantime, the plan is refused.',
  flags: {
    yes: { type: 'boolean' },
    reason: { type: 'string' },
    secrets: { type: 'string' },
    ...flags,
  },
  about: {
    yes: 'Do not ask for confirmation',
    reason: 'The reason, for the audit log',
    secrets: 'A new file for the ids and secrets of created clients; without it, these clients get no secret yet',
    ...about,
  },
  run: (given) =>
    withFaults(async () => {
      const { secrets } = given.flags;
      formatOf(given);
      if (given.flags.yes !== true && ownTerminal() === undefined)
        throw new UsageError(
          'There is no terminal to ask for confirmation. Check the plan with “licet plan” first, then apply with --yes.',
        );
      const files = readFiles(given.positionals, fileVariables());
      const file = typeof secrets === 'string' ? new SecretsFile(secrets) : undefined;
      try {
        return await applied(given, files, file);
      } finally {
        const written = file?.close() ?? 0;
        if (written > 0)
          process.stderr.write(
            printable(`${written} ${written === 1 ? 'secret was' : 'secrets were'} written to ${secrets}.\n`),
          );
      }
    }),
};

/** Applies the files as one plan. With --in-parts, applies plans one after another until no changes are left. */
async function applied(
  given: Given,
  files: ReturnType<typeof readFiles>,
  secrets: SecretsFile | undefined,
): Promise<number> {
  const { yes, reason } = given.flags;
  const client = given.client();
  const options = planOptionsOf(given);
  for (;;) {
    const result = await planned(client, files, options);
    process.stdout.write(printable(formatted(result, formatOf(given))));
    refuseReassigned(result.moved);
    const of = {
      ...(result.set !== undefined && { set: result.set }),
      ...(options.acceptMoved > 0 && { acceptMoved: options.acceptMoved }),
    };
    if (!result.plan) {
      await keepNames(client, result.names.news, of);
      return 0;
    }
    if (yes !== true && !(await answered(result))) {
      process.stderr.write('Nothing was changed.\n');
      return 1;
    }
    const lines = result.lines.slice(0, result.plan.count);
    const names = await namesWithPlan(client, result, of);
    const { last } = await applyPlan(client, {
      changes: lines.map(({ change }) => change),
      digest: result.plan.digest,
      ...(typeof reason === 'string' && { reason }),
      ...of,
      names,
    });
    process.stderr.write(doneText(lines.length, last));
    if (secrets) for await (const created of createdClients(client, lines)) secrets.keep(created);
    const without = secrets ? [] : withoutSecret(lines);
    if (without.length > 0)
      process.stderr.write(
        printable(
          `These clients were created without a secret: ${without.join('; ')}. Create their secrets in the console. Next time, apply with --secrets FILE.\n`,
        ),
      );
    if (lines.length === result.lines.length) return 0;
  }
}

interface OfSet {
  readonly set?: string;
  readonly acceptMoved?: number;
}

/**
 * Returns the names to send with the plan. A plan accepts a limited number of names, so surplus names of existing
 * objects are stored first.
 */
async function namesWithPlan(
  client: Client,
  { names: { existing, withPlan }, plan }: PlannedFiles,
  of: OfSet,
): Promise<NameInFiles[]> {
  const long = (plan?.count ?? 0) > limits.planChangesMax.value;
  const most = long ? limits.planLongChangesMax.value : limits.planNamesMax.value;
  const room = Math.max(0, most - withPlan.length);
  await keepNames(client, existing.slice(room), of);
  return [...withPlan.slice(0, most), ...existing.slice(0, room)];
}

/** Stores the objects that names refer to, without applying changes. */
async function keepNames(client: Client, names: readonly NameInFiles[], of: OfSet): Promise<void> {
  const most = limits.planNamesMax.value;
  for (let from = 0; from < names.length; from += most)
    await client.plans.apply({ body: { changes: [], names: names.slice(from, from + most), ...of } });
}

/** Refuses names that were reassigned, unless --accept-moved accepts them. */
function refuseReassigned(moved: readonly ReassignedName[]): void {
  const refused = moved.filter(({ accepted }) => !accepted);
  if (refused.length === 0) return;
  const what =
    refused.length === 1 ? 'one name in these files now belongs' : `${refused.length} names in these files now belong`;
  throw new Error(
    `Nothing was changed: ${what} to a different object (name_moved). Check the plan above. If this is intended, add --accept-moved ${acceptance(refused)}.`,
  );
}

async function answered({ lines }: PlannedFiles): Promise<boolean> {
  const terminal = ownTerminal();
  if (!terminal) return false;
  const asking = createInterface({ input: terminal.input, output: terminal.output });
  try {
    const answer = await asking.question(
      `Make ${lines.length === 1 ? 'this change' : `these ${lines.length} changes`}? [y/N] `,
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}
