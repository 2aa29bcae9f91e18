import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPython, pythonMissing } from '../python.ts';
import { attackOne } from './attacked.ts';
import { newAdmin } from './people.ts';
import { signIn } from './sign-in.ts';

// What another program makes of the OpenAPI document: schemathesis, where Python is and its packages can be had.

const version = '4.32.5';
const noPython = pythonMissing();
/** As many as the token that it is given lasts for, beside what the document says by itself. */
const examples = '3';

/** Everything but what has no end, and what ends the very token that is tried with. */
const left = ['live.changes', 'me.endSession', 'users.endSessions', 'users.suspend', 'users.remove'];
const checks = ['not_a_server_error', 'status_code_conformance', 'content_type_conformance'];

test.skipIf(noPython)(
  `schemathesis finds no failure of the server, and no answer outside the document${noPython ? `: ${noPython}` : ''}`,
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-schemathesis-'));
    const attacked = await attackOne();
    try {
      const program = installPython(folder, `schemathesis==${version}`);
      if (program === undefined) return context.skip('schemathesis cannot be installed');
      const { tokens } = await signIn(attacked, await newAdmin(attacked));
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
        '--request-timeout', // a plan of as many changes as one may have, on a busy machine
        '60',
      ];
      const without = left.flatMap((id) => ['--exclude-operation-id', id]);
      const child = spawn(program, [...args, ...tried, ...without, '-H', `Authorization: Bearer ${tokens.access}`], {
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: folder,
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      const [code] = await once(child, 'exit');
      const broken = attacked
        .log()
        .split('\n')
        .filter((line) => /for an unexpected reason|does not fit the contract|does not declare this error/.test(line));
      expect({ code, broken }, foundIn(output)).toEqual({ code: 0, broken: [] });
    } finally {
      await attacked.stop().catch(() => undefined); // it would say the same again, in place of what was found
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** What it holds against the server, without its advice on how to try more. */
function foundIn(output: string): string {
  const [, found = output] = /^(=+ (?:FAILURES|ERRORS) =+$[\s\S]*?)^=+ (?:WARNINGS|SUMMARY) =+$/m.exec(output) ?? [];
  return found.slice(0, 6000);
}
