import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigurationFile, configurationFile } from '@licet/contract/configuration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { written } from '../packages/cli/src/configuration/export.ts';
import { licet } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { realData } from './shared.ts';

// Imports the access of a real company as pairs, regroups it with a file of access as code, and reverts the change. After each step, every
// user must hold exactly the imported access.

const application = 'customer';
/** A set of access becomes a group only if at least this many users share it. */
const enough = Number(process.env.LICET_REGROUP_SHARED ?? 20);
const pairs = realData.folder && join(realData.folder, 'customer.tsv');
const folder = mkdtempSync(join(tmpdir(), 'licet-regroup-'));

let running: RunningLicet;
beforeAll(async () => {
  if (pairs) running = await startWithAdministrator();
}, 120_000);
afterAll(() => endAll(running, folder));

/** Runs a command that must succeed, and whose standard error must match `err`. Returns its output. */
async function done(words: readonly string[], err: RegExp = /^$/): Promise<{ out: string; err: string }> {
  const said = await licet([...words, '--data', running.dataDirectory]);
  expect({ code: said.code, err: said.err.replace(err, '') }).toEqual({ code: 0, err: '' });
  return said;
}
const held = async () => (await done(['export', 'access', '--application', application])).out;
const config = async () => (await done(['export', 'config'])).out;

/** Expects that the plan has no effect on access. The users in the plan keep their access by a different path. */
const keptAll = (plan: string) => expect(plan).not.toMatch(/^ {4}[+−] /m);

/**
 * Moves users with identical access into a group that receives the same grants. The file ends the direct grants of
 * these users.
 */
function regrouped(
  text: string,
  now: string,
): { file: ConfigurationFile; moved: number; ended: number; groups: number } {
  const file = configurationFile.parse(parse(text));
  const [{ grants = [], ...customer } = { id: application }] = file.applications ?? [];
  const own = Map.groupBy(grants, ({ user = '' }) => user);
  const bySet = Map.groupBy(own, ([, given]) => given.map(({ permission }) => permission).join());
  const shared = [...bySet.values()].filter((alike) => alike.length >= enough && (alike[0]?.[1].length ?? 0) > 1);
  const moved = new Set(shared.flatMap((alike) => alike.map(([user]) => user)));
  const name = (index: number) => `Shared ${index + 1}`;
  const toGroups = shared.flatMap((alike, index) =>
    (alike[0]?.[1] ?? []).map(({ permission }) => ({ permission, group: name(index) })),
  );
  const endedGrants = grants.map((grant) => (moved.has(grant.user ?? '') ? { ...grant, ends: now } : grant));
  return {
    file: {
      ...file,
      set: 'regroup',
      groups: shared.map((alike, index) => ({ name: name(index), users: alike.map(([user]) => user) })),
      // The grants to groups come before the ended grants, so that access is never interrupted.
      applications: [{ ...customer, grants: [...toGroups, ...endedGrants] }],
    },
    moved: moved.size,
    ended: endedGrants.filter(({ ends }) => ends === now).length,
    groups: shared.length,
  };
}

test.skipIf(!pairs)(
  `importing customer.tsv, replacing its roles with the fewest roles and reverting that change no access${realData.missing ? ` (skipped: ${realData.missing})` : ''}`,
  { timeout: 3_600_000 },
  async () => {
    const imported = ['import', pairs ?? '', '--application', application, '--create', '--name', 'Customer'];
    await done(imported, /^.*$/s);
    const before = await held();
    expect(before).toBe(
      `${readFileSync(pairs ?? '', 'utf8')
        .split('\n')
        .filter(Boolean)
        .sort()
        .join('\n')}\n`,
    );

    const [own, plan] = ['own.yaml', 'regroup.yaml'].map((name) => join(folder, name)) as [string, string];
    const export_ = await config();
    writeFileSync(own, export_);
    expect((await done(['plan', own, '--check'])).out).toMatch(/^Nothing would change/);
    const { file, moved, ended, groups } = regrouped(export_, new Date().toISOString());
    expect(groups).toBeGreaterThan(0);
    writeFileSync(plan, written(file, `${running.url}/api/configuration.schema.json`));

    const first = (await done(['plan', plan, '--in-parts'])).out;
    expect(first).toContain(` 0 to change, ${ended} to remove.`);
    keptAll(first);
    expect(await held()).toBe(before);
    const applied = await done(['apply', plan, '--yes', '--in-parts', '--reason', 'Regrouping'], /^Done:.*$/s);
    const sets = [...applied.err.matchAll(/change set (\d+) in the audit log/g)].flatMap(([, number]) => number ?? []);
    expect(sets.length).toBeGreaterThan(0);
    keptAll(applied.out);
    expect(await held()).toBe(before);
    expect((await done(['plan', plan, '--check', '--prune'])).out).toMatch(/^Nothing would change/);
    const regroupedNow = configurationFile.parse(parse(await config()));
    expect(regroupedNow.applications?.[0]?.grants?.filter(({ group }) => group)).toHaveLength(
      file.applications?.[0]?.grants?.filter(({ group }) => group).length ?? 0,
    );

    for (const set of sets.toReversed()) {
      const shown = (await done(['revert', '--plan', set])).out;
      keptAll(shown);
      expect(shown).not.toContain('Not reverted');
      await done(['revert', '--plan', set, '--yes', '--reason', 'Back'], /^Done:.*$/s);
      expect(await held()).toBe(before);
    }
    expect(await config()).toBe(export_);
    expect(await running.operator.audit.verify()).toMatchObject({ whole: true });
    console.info(
      `${moved} people moved to ${groups} groups by a file, ${ended} grants ended, in ${sets.length} change sets, and back.`,
    );
  },
);
