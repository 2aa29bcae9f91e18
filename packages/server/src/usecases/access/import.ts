import { createHash, type Hash } from 'node:crypto';
import { type CallOf, type ImportLine, type ImportReport, licetApplication, limits, line } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import { readImport } from '../../store/import/parse.ts';
import type { ImportKind } from '../../store/import/parsed.ts';
import { type ImportOrder, runImport } from '../../store/import/run.ts';
import { refreshStatistics } from '../../store/import/statistics.ts';
import { change } from '../../store/kernel/change.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { actorOf } from '../actor.ts';
import { authorise, type CallerAccess, mayGrantIn } from '../authorise.ts';
import type { Context } from '../context.ts';
import type { Handler } from '../handler.ts';
import { streamOf } from './stream.ts';
import { requireSubject } from './subjects.ts';

/** Imports a file in one change, or nothing. What is wrong with the file is refused before the stream begins. */
export const importFile: Handler<CallOf<'access.import'>> = async (context, { params, query, body }) => {
  if (params.application === licetApplication)
    refuse('built_in', 'Access to Licet itself is not imported. Give its roles one by one.');
  await read(context.database, (snapshot) => requireSubject(snapshot, params.application));
  const dryRun = query.dryRun === 'true';
  const digest = createHash('sha256');
  const order = {
    kind: query.kind,
    reason: reasonOf(query.name),
    parsed: await readImport(query.kind, digested(body, digest)),
    digest: digest.digest('hex'),
  };
  return streamOf<string>(async (give) => {
    const say = (said: ImportLine) => give(`${JSON.stringify(said)}\n`);
    // Progress is for whoever still listens; the import itself goes on without.
    const onProgress = (progress: ImportLine) => void say(progress).catch(() => undefined);
    onProgress({ phase: 'reading', done: order.parsed.lines, total: order.parsed.lines });
    const said = await perform(context, params, dryRun, { ...order, onProgress }).then(
      (report) => ({ report }),
      (error: unknown) => (error instanceof Refusal ? { problem: error.problem } : Promise.reject(error)),
    );
    await say(said);
  });
};

type Asked = Pick<ImportOrder, 'kind' | 'reason' | 'parsed' | 'digest' | 'onProgress'>;

async function perform(
  context: Context,
  params: { readonly application: string },
  dryRun: boolean,
  asked: Asked,
): Promise<ImportReport> {
  const { database, caller } = context;
  const actor = await actorOf(context);
  const report = await change(
    database,
    actor,
    async (handle) => {
      const access = await authorise(handle, caller, 'access.import', params);
      requireMay(access, params.application, asked.kind);
      const application = await requireSubject(handle, params.application);
      const onNewUsers = (count: number) => requireMayCreate(access, count);
      const outcome = await runImport(handle, { ...asked, application, onNewUsers });
      requireMayFill(access, params.application, asked, outcome.created);
      return { ...outcome, dryRun, change: dryRun ? null : handle.no };
    },
    dryRun,
  );
  // The import is done and said to be done, whether or not the planner has heard of it.
  if (!dryRun) await refreshStatistics(database).catch(() => undefined);
  return report;
}

/** Pairs give access; a catalogue of new roles does not. @throws Refusal `may_not_grant` */
function requireMay(access: CallerAccess, application: string, kind: ImportKind): void {
  if (kind !== 'catalogue' && !mayGrantIn(access, application))
    refuse('may_not_grant', `You may not give access in ${application}.`, { permission: 'grants.manage' });
}

/**
 * What is put into a role that was there before is given to its holders: that takes the right to grant, as changing the role does.
 * @throws Refusal `may_not_grant`
 */
function requireMayFill(
  access: CallerAccess,
  application: string,
  { kind, parsed }: Asked,
  { roles, rolePermissions }: ImportReport['created'],
): void {
  if (kind !== 'catalogue' || mayGrantIn(access, application)) return;
  if (rolePermissions > 0 && roles < parsed.roles.length)
    refuse(
      'may_not_grant',
      `The file fills roles that ${application} has already, and you may not give access in it.`,
      {
        permission: 'grants.manage',
      },
    );
}

/** @throws Refusal `forbidden` */
function requireMayCreate(access: CallerAccess, count: number): void {
  if (access.can('users.manage')) return;
  const who = count === 1 ? 'one user who does' : `${count} users who do`;
  refuse('forbidden', `The file names ${who} not exist, and you may not create users.`, { permission: 'users.manage' });
}

async function* digested(pieces: AsyncIterable<string>, digest: Hash): AsyncGenerator<string> {
  for await (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
}

const fileName = line(limits.nameMax.value, 'The name of the file');

function reasonOf(name: string | undefined): string {
  if (name === undefined) return 'Imported';
  const checked = fileName.safeParse(name);
  if (checked.success) return `Imported from ${checked.data}`;
  const detail = checked.error.issues[0]?.message ?? 'The name of the file is not valid.';
  return refuse('invalid_request', detail, { errors: [{ pointer: '?name', detail }] });
}
