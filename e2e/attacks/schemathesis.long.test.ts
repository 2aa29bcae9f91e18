import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPython, pythonMissing } from '../podman.ts';
import { type Attacked, attackOne } from './attacked.ts';
import { newAdmin } from './people.ts';
import { call, consoleOf, refresh, signIn } from './sign-in.ts';

// Runs schemathesis against the OpenAPI document. Skipped if Python or its packages are not available.

const version = '4.32.5';
const noPython = pythonMissing();
/** The number of generated examples per call, in addition to the examples in the document. */
const examples = '3';
/**
 * Milliseconds between two renewals of the token. The token expires within minutes, and a run takes longer on a busy
 * machine. The server would refuse later requests because of the token, so they would test nothing.
 */
const renewal = 60_000;
const tokenFromFile = `
import schemathesis

@schemathesis.auth(refresh_interval=10)
class Token:
    def get(self, case, context):
        with open("token") as file:
            return file.read()

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"
`;

/**
 * The operations that are not tested: streams, and calls that end the session of the token. The calls of the sign-in
 * page are not tested either, because their base URL differs and fuzz.test.ts covers them.
 */
const left = ['live.changes', 'me.endSession', 'users.endSessions', 'users.suspend', 'users.remove'];
const checks = ['not_a_server_error', 'status_code_conformance', 'content_type_conformance'];

test.skipIf(noPython)(
  `schemathesis finds no server error and no response that violates the OpenAPI document${noPython ? `: ${noPython}` : ''}`,
  { timeout: 1_800_000 },
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-schemathesis-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const attacked = await attackOne();
    // An error while stopping would hide the findings.
    context.onTestFinished(() => attacked.stop().catch(() => undefined));
    const program = installPython(folder, `schemathesis==${version}`);
    if (program === undefined) return context.skip('schemathesis cannot be installed');
    const token = await freshToken(attacked, join(folder, 'token'));
    context.onTestFinished(token.stop);
    writeFileSync(join(folder, 'token.py'), tokenFromFile);
    const args = ['run', `${attacked.here}/api/openapi.json`, '--url', `${attacked.here}/api/v1`, '--no-color'];
    const tried = [
      '--checks',
      checks.join(','),
      '--max-examples',
      examples,
      '--phases',
      'coverage,fuzzing',
      '--seed',
      '1',
      '--request-timeout', // The limit in seconds. A plan of the largest permitted size is slow on a busy machine.
      '60',
    ];
    const without = [...left.flatMap((id) => ['--exclude-operation-id', id]), '--exclude-tag', 'signIn'];
    const child = spawn(program, [...args, ...tried, ...without], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: folder,
      env: { ...process.env, SCHEMATHESIS_HOOKS: 'token.py' },
    });
    context.onTestFinished(() => void child.kill());
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const [code] = await once(child, 'close');
    expect((await call(attacked, token.current(), '/me')).status, 'its token was refused').toBe(200);
    const broken = attacked
      .log()
      .split('\n')
      .filter((line) => /for an unexpected reason|does not fit the contract|does not declare this error/.test(line));
    expect({ code, broken }, foundIn(output)).toEqual({ code: 0, broken: [] });
  },
);

/** Keeps an administrator's token in a file, and renews it until the renewal is stopped. */
async function freshToken(attacked: Attacked, path: string) {
  let { tokens } = await signIn(attacked, await newAdmin(attacked));
  const write = () => {
    writeFileSync(`${path}.new`, tokens.access);
    renameSync(`${path}.new`, path);
  };
  write();
  const timer = setInterval(async () => {
    const renewed = await refresh(attacked, consoleOf(attacked), tokens.refresh).catch(() => undefined);
    if (renewed?.status !== 200) return; // The next round tries again. A lasting failure appears in the report.
    tokens = renewed.tokens;
    write();
  }, renewal);
  return { current: () => tokens.access, stop: () => clearInterval(timer) };
}

/** Returns the failures, without schemathesis's advice on further runs. */
function foundIn(output: string): string {
  const [, found = output] = /^(=+ (?:FAILURES|ERRORS) =+$[\s\S]*?)^=+ (?:WARNINGS|SUMMARY) =+$/m.exec(output) ?? [];
  return found.slice(0, 6000);
}
