import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { checkPassword } from '../../sign-in/passwordRules.ts';
import { readCode } from '../../sign-in/setupCode.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { needsSetup } from '../../store/licet/administrators.ts';
import { charge, forgive, networkFailures, refund, setupFailures } from '../../store/sign-in/failures.ts';
import { setupCodeKnown } from '../../store/sign-in/setup.ts';
import type { Context } from '../context.ts';
import type { Handler } from '../handler.ts';
import { makeFirstAdministrator } from './firstAdministrator.ts';

/** Makes the first administrator. Of two at the same moment one wins; the other is told that it is done. */
export const complete: Handler<Calls['setup']['complete']> = async (context, { body }) => {
  const { database } = context;
  if (!(await read(database, needsSetup))) refuse('setup_done', 'Licet has its first administrator.');
  await requireCode(context, body.code);
  const { username, name, password } = body;
  const person = { username, name, email: body.email ?? null };
  checkPassword(password, { ...person, organisation: '' });
  return makeFirstAdministrator(context, person, password, { kind: 'user', id: null, name });
};

async function requireCode({ database, origin }: Context, code: string): Promise<void> {
  const network = networkFailures(origin.address);
  const wait = (await charge(database, network)) ?? (await charge(database, setupFailures()));
  if (wait !== undefined)
    refuse('throttled', `After several wrong codes the next try waits. Wait ${wait} seconds.`, { retryAfter: wait });
  if (!(await setupCodeKnown(database, readCode(code))))
    refuse('setup_code_wrong', 'The code is not one that the server printed within the last hour.', {
      errors: [{ pointer: '/code', detail: 'That is not the code that the server printed.' }],
    });
  await refund(database, network);
  await forgive(database, setupFailures());
}
