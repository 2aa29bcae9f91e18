import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { settings } from '../packages/server/src/settings.ts';

// The chart of deploy/helm, by Helm's own lint and templates; there is no Kubernetes here to install it in.
const chart = fileURLToPath(new URL('../deploy/helm/licet', import.meta.url));
const needed = ['--set', 'issuer=https://id.example.org', '--set', 'existingSecret=licet'];
const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' });
const missing =
  helm('version').status === 0
    ? undefined
    : 'there is no Helm on this machine (go install helm.sh/helm/v3/cmd/helm@v3.16.4)';
if (missing) console.log(`Skipped the chart: ${missing}.`);

describe.skipIf(missing)('the chart', () => {
  test('is as Helm wants it', () => {
    expect(helm('lint', '--strict', ...needed, chart)).toMatchObject({ status: 0 });
  });

  test('makes servers that share a database, without rights, behind probes that tell alive from ready', () => {
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
    // A name that is no setting would be in no effect.
    const names = new Set<string>(settings.map(({ variable }) => variable));
    const given = [...made.matchAll(/name: (LICET_\w+)/g)].map(([, name = '']) => name);
    expect(given.filter((name) => !names.has(name))).toEqual([]);
  });

  test('makes an ingress for the host of the public address alone', () => {
    const ingress = ['ingress.enabled=true', 'ingress.tlsSecret=tls', 'trustedProxies=10.1.0.0/16'];
    const made = helm('template', 'licet', chart, ...needed, ...ingress.flatMap((it) => ['--set', it])).stdout;
    expect(made).toContain('- host: "id.example.org"');
    expect(made).toContain('{ hosts: ["id.example.org"], secretName: tls }');
    expect(made).toContain('{ name: LICET_TRUSTED_PROXIES, value: "10.1.0.0/16" }');
  });

  test.each(['issuer', 'existingSecret'])('is not made without %s', (name) => {
    const without = needed.filter(
      (it, index) => !it.startsWith(`${name}=`) && !needed[index + 1]?.startsWith(`${name}=`),
    );
    const { status, stderr } = helm('template', 'licet', chart, ...without);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${name} is needed`);
  });
});
