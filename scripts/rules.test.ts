import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fenced } from './examples.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = 'docs/operations/watching.md';
// Debian's package prometheus contains promtool.
const why =
  spawnSync('promtool', ['--version']).status === 0
    ? undefined
    : 'there is no promtool on this machine (apt-get install prometheus)';
const commands = fenced(page, readFileSync(join(root, page), 'utf8'))
  .flatMap(({ code }) => code.split('\n'))
  .filter((line) => line.startsWith('promtool '));

test('every alert has a test in which it fires and one in which it does not', () => {
  const alerts = [...read('licet.rules.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tests = read('licet.rules.test.yaml');
  for (const name of alerts) {
    expect(tests).toContain(`alertname: ${name}, exp_alerts: []`);
    expect(tests).toMatch(new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`));
  }
});

if (why !== undefined) console.log(`Skipped what promtool says of the alert rules: ${why}.`);
describe.skipIf(why !== undefined)(`promtool${why === undefined ? '' : `: ${why}`}`, () => {
  test('the page for operators shows how to check the rules', () => expect(commands.length).toBeGreaterThan(1));

  test.each([...commands, 'promtool check config deploy/watching/prometheus.yaml'])('%s', (command) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
    expect(`${stdout}${stderr}`).not.toMatch(/FAILED/);
    expect(status).toBe(0);
  });
});

const read = (name: string) => readFileSync(join(root, 'deploy', 'watching', name), 'utf8');
