import type { Problem } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { type Command, dataFlag, type Given } from '../command.ts';
import { Plan } from '../directory-import/plan.ts';
import { sendDirectory } from '../directory-import/send.ts';
import { openSource } from '../directory-import/source.ts';
import { directorySummary } from '../directory-import/summary.ts';
import { type System, systems } from '../directory-import/systems.ts';
import { inviteFound } from '../invitations.ts';
import { printable, problemText, progressBar } from '../terminal.ts';

/** One `licet import` command for each system, such as `licet import keycloak`. */
export const importDirectories: readonly Command[] = systems.map(commandOf);

function commandOf(system: System): Command {
  const own = Object.keys(system.flags).map((flag) => [flag, { type: 'string' }] as const);
  return {
    name: `import ${system.name}`,
    summary: system.summary,
    takes: [system.takes],
    flags: {
      ...Object.fromEntries(own),
      ...(system.applications ? { create: { type: 'boolean' } } : {}),
      'dry-run': { type: 'boolean' },
      invite: { type: 'boolean' },
      json: { type: 'boolean' },
      ...dataFlag.flags,
    },
    about: {
      ...system.flags,
      ...(system.applications ? { create: 'Create missing applications' } : {}),
      'dry-run': 'Show what would be imported and what is left out, and change nothing',
      invite: 'After the import, invite users without a password by mail',
      json: 'Print the report as JSON',
      ...dataFlag.about,
    },
    more: `${system.more}\nThe import is one change: all of it, or nothing. A second import adds what is missing, and does not change existing users.`,
    run: (given) => run(system, given),
  };
}

async function run(system: System, { positionals, flags, client }: Given): Promise<number> {
  const [file = ''] = positionals;
  const bar = progressBar(process.stderr);
  const plan = new Plan();
  const source = openSource(file, (done, total) => bar.show('reading', done, total));
  try {
    const answer = await sendDirectory({
      client: client(),
      system: system.name,
      file,
      source,
      plan,
      lines: system.read(source, plan, flags),
      create: flags.create === true,
      dryRun: flags['dry-run'] === true,
      onProgress: ({ phase, done, total }) => bar.show(phase, done, total),
    });
    bar.clear();
    if ('code' in answer) return refused(answer);
    const { leftOut, renamed, notes } = plan;
    const whole = {
      ...answer,
      file: { leftOut: [...leftOut], notes: [...notes], renamed, unverified: plan.unverified },
    };
    process.stdout.write(
      flags.json ? `${JSON.stringify(whole)}\n` : printable(directorySummary(answer, plan, file, flags)),
    );
    if (flags.invite === true && answer.change !== null && answer.invited > 0) {
      const report = await inviteFound(client(), { filter: { import: answer.change } });
      const { stdout, stderr } = process;
      (flags.json ? stderr : stdout).write(report ?? '');
    }
    return 0;
  } catch (error) {
    bar.clear();
    if (error instanceof ApiError) return refused(error.problem);
    throw error;
  }
}

function refused(problem: Problem): number {
  for (const { pointer = '', detail } of problem.errors ?? [])
    process.stderr.write(printable(`${pointer === '' ? '' : `${pointer.slice(1).replaceAll('/', '.')}: `}${detail}\n`));
  process.stderr.write(problemText(problem));
  return 2;
}
