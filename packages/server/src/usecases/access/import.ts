import { createHash, type Hash } from 'node:crypto';
import { type ImportLine, type ImportReport, licetApplication, limits, line } from '@licet/contract';
import { faultOfIssue } from '@licet/contract/reasons';
import { problemForStream, refuse, refuseFault } from '../../refusal.ts';
import { readImport } from '../../store/import/parse.ts';
import type { ImportKind } from '../../store/import/parsed.ts';
import { type ImportOrder, refreshStatistics, runImport } from '../../store/import/run.ts';
import type { Change } from '../../store/kernel/change.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { type CallerAccess, mayGrantIn } from '../authorise.ts';
import { requireImportAllowed } from '../grants/allowed.ts';
import { inPlace } from '../place.ts';
import { type Asked, answering, changeAs } from '../use-case.ts';
import { requireSubject } from './read.ts';
import { begun } from './stream.ts';

/** Imports a file in one change, all or nothing. Faults in the file are reported before the stream begins. */
export const importFile = answering('access.import', async (asked) => {
  const { database, access, params, query } = asked;
  if (params.application === licetApplication) refuse('built_in', 'licet_not_imported', {});
  await read(database, (snapshot) => requireSubject(snapshot, params.application));
  requireMay(access, params.application, query.kind);
  const dryRun = query.dryRun === 'true';
  const digest = createHash('sha256');
  const reason = reasonOf(query.name);
  const { read: order, leave } = await inPlace(asked, async (body) => ({
    kind: query.kind,
    reason,
    parsed: await readImport(query.kind, digested(body, digest)),
    digest: digest.digest('hex'),
  }));
  return begun<string>(async (give) => {
    const say = (line: ImportLine) => give(`${JSON.stringify(line)}\n`);
    // The import continues if the reader of its progress disconnects. A dry run ends.
    let last: ImportLine = { phase: 'reading', done: order.parsed.lines, total: order.parsed.lines };
    const onProgress = (progress: ImportLine) => {
      if (dryRun) asked.disconnected?.throwIfAborted();
      last = progress;
      void say(progress).catch(() => undefined);
    };
    void say(last).catch(() => undefined);
    // A statement may take minutes, and proxies close a connection that is silent for one.
    const saying = setInterval(() => void say(last).catch(() => undefined), limits.liveHeartbeat.value);
    const line = await perform(asked, dryRun, { ...order, onProgress })
      .then(
        (report) => ({ report }),
        (error: unknown) => ({ problem: problemForStream(error) }),
      )
      .finally(() => {
        clearInterval(saying);
        leave();
      });
    await say(line);
  });
});

type Order = Pick<ImportOrder, 'kind' | 'reason' | 'parsed' | 'digest' | 'onProgress'>;

async function perform(asked: Asked<'access.import'>, dryRun: boolean, order: Order): Promise<ImportReport> {
  const { database, params } = asked;
  const makeAll = async ({ change, access }: typeof asked & { readonly change: Change }) => {
    requireMay(access, params.application, order.kind);
    const application = await requireSubject(change, params.application);
    const onNewUsers = (count: number) => requireMayCreate(access, count);
    const outcome = await runImport(change, { ...order, application, onNewUsers });
    requireMayFill(access, params.application, order, outcome.created);
    if (order.kind === 'roles') await requireImportAllowed(change);
    return { ...outcome, dryRun, change: dryRun ? null : change.no };
  };
  const report = await changeAs('access.import', asked, makeAll, dryRun);
  // The import is complete even if updating the statistics fails.
  if (!dryRun) await refreshStatistics(database).catch(() => undefined);
  return report;
}

/**
 * A file of user–role pairs grants access, so it requires the right to grant. A catalogue of new roles does not.
 * @throws Refusal `may_not_grant`
 */
function requireMay(access: CallerAccess, application: string, kind: ImportKind): void {
  if (kind !== 'catalogue' && !mayGrantIn(access, application))
    refuse('may_not_grant', 'not_owner', { application }, { permission: 'grants.manage' });
}

/**
 * Adding permissions to an existing role extends its holders' access, so it requires the right to grant.
 * @throws Refusal `may_not_grant`
 */
function requireMayFill(
  access: CallerAccess,
  application: string,
  { kind, parsed }: Order,
  { roles, rolePermissions }: ImportReport['created'],
): void {
  if (kind !== 'catalogue' || mayGrantIn(access, application)) return;
  if (rolePermissions > 0 && roles < parsed.roles.length)
    refuse('may_not_grant', 'import_fills_roles', { application }, { permission: 'grants.manage' });
}

/** @throws Refusal `forbidden` */
function requireMayCreate(access: CallerAccess, count: number): void {
  if (access.can('users.manage')) return;
  refuse('forbidden', 'import_creates_users', { count }, { permission: 'users.manage' });
}

async function* digested(pieces: AsyncIterable<string>, digest: Hash): AsyncGenerator<string> {
  for await (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
}

const fileName = line(limits.nameMax.value, 'file_name');

/**
 * Returns the reason that imported grants get, with the name of the file.
 * @throws Refusal `invalid_request`
 */
export function reasonOf(name: string | undefined): string {
  if (name === undefined) return 'Imported';
  const checked = fileName.safeParse(name);
  const [issue] = checked.error?.issues ?? [];
  if (issue) refuseFault('invalid_request', { pointer: '?name', ...faultOfIssue(issue) });
  return `Imported from ${name}`;
}
