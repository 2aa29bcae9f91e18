import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settings } from '../packages/server/src/settings.ts';
import { installPython, pythonMissing } from './podman.ts';
import { firstMatch } from './release.testing.ts';

// Checks the chart of deploy/helm without a cluster, with Helm's lint and templates and the schemas of Kubernetes.
const chart = fileURLToPath(new URL('../deploy/helm/licet', import.meta.url));
const needed = ['--set', 'issuer=https://id.example.org', '--set', 'existingSecret=licet'];
const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' });
const missing =
  helm('version').status === 0
    ? undefined
    : 'there is no Helm on this machine (go install helm.sh/helm/v3/cmd/helm@v3.16.4)';
if (missing) console.log(`Skipped the chart: ${missing}.`);

describe.skipIf(missing)('the chart', () => {
  test("passes Helm's lint", () => {
    expect(helm('lint', '--strict', ...needed, chart)).toMatchObject({ status: 0 });
  });

  test('renders two unprivileged servers with separate probes for liveness and readiness', () => {
    const made = helm('template', 'licet', chart, ...needed, '--set', 'settings.LICET_LOG_LEVEL=warn').stdout;
    for (const line of [
      'replicas: 2',
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'capabilities: { drop: [ALL] }',
      'automountServiceAccountToken: false',
      'terminationGracePeriodSeconds: 160',
      'httpGet: { path: /healthz, port: http }',
      'httpGet: { path: /readyz, port: http }',
      '{ name: LICET_ISSUER, value: "https://id.example.org" }',
      '{ name: LICET_LOG_LEVEL, value: "warn" }',
      'name: licet',
      'maxUnavailable: 1',
    ])
      expect(made).toContain(line);
    expect(made).not.toContain('kind: Ingress');
    expect(made).not.toContain('LICET_TRUSTED_PROXIES');
    // Every variable of the chart must be a setting, because a misspelt name would have no effect.
    const names = new Set<string>(settings.map(({ variable }) => variable));
    const given = [...made.matchAll(/name: (LICET_\w+)/g)].map(([, name = '']) => name);
    expect(given.filter((name) => !names.has(name))).toEqual([]);
  });

  test('renders an ingress only for the host of the public address', () => {
    const ingress = ['ingress.enabled=true', 'ingress.tlsSecret=tls', 'trustedProxies=10.1.0.0/16'];
    const made = helm('template', 'licet', chart, ...needed, ...ingress.flatMap((it) => ['--set', it])).stdout;
    expect(made).toContain('- host: "id.example.org"');
    expect(made).toContain('{ hosts: ["id.example.org"], secretName: tls }');
    expect(made).toContain('{ name: LICET_TRUSTED_PROXIES, value: "10.1.0.0/16" }');
  });

  test.each(['issuer', 'existingSecret'])('is not rendered without %s', (name) => {
    const without = needed.filter(
      (it, index) => !it.startsWith(`${name}=`) && !needed[index + 1]?.startsWith(`${name}=`),
    );
    const { status, stderr } = helm('template', 'licet', chart, ...without);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${name} is needed`);
  });

  const noPython = pythonMissing();
  describe.skipIf(noPython)(`against the Kubernetes schemas${noPython ? `: ${noPython}` : ''}`, () => {
    const page = 'docs/operations/installing.md';
    const oldest = firstMatch(page, /Kubernetes (1\.\d+) to 1\.\d+/) ?? '';
    const newest = firstMatch(page, /Kubernetes 1\.\d+ to (1\.\d+)/) ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'licet-chart-'));
    let program: string | undefined;
    beforeAll(() => {
      program = installPython(join(folder, 'python'), 'kubernetes-validate==1.37.0');
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    /** Renders the chart with all options on. Returns the resources whose kind or fields are unknown to that version of Kubernetes. */
    const validated = (version: string, made = (text: string) => text) => {
      const all = ['ingress.enabled=true', 'ingress.tlsSecret=tls', 'trustedProxies=10.1.0.0/16', 'image.tag=0.2.0'];
      const { stdout } = helm('template', 'licet', chart, ...needed, ...all.flatMap((it) => ['--set', it]));
      writeFileSync(join(folder, 'made.yaml'), made(stdout));
      const {
        status,
        stdout: out,
        stderr,
      } = spawnSync(program ?? '', ['--strict', '--kubernetes-version', version, join(folder, 'made.yaml')], {
        encoding: 'utf8',
      });
      return { status, said: out + stderr };
    };

    test.each([oldest, newest])('is valid for Kubernetes %s', (version) => {
      const { status, said } = validated(version);
      expect(status, said).toBe(0);
      for (const kind of ['deployment', 'service', 'poddisruptionbudget', 'ingress'])
        expect(said).toContain(`passed for resource ${kind}/licet against version ${version}`);
    });

    test('is rejected if it contains a field that Kubernetes does not know', () => {
      const { status, said } = validated(newest, (text) => text.replace('replicas: 2', 'replicaz: 2'));
      expect(status).toBe(1);
      expect(said).toContain("'replicaz' was unexpected");
    });
  });
});
