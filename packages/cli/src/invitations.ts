import type { InvitationRound, NotInvited, UserFilter } from '@licet/contract';
import { ApiError, type Client } from '@licet/contract/client';
import { progressBar } from './terminal.ts';

/**
 * Invites all users who match a filter and have not signed in yet. Waits until all users are processed. The server may
 * still be sending mails then. Returns the text to print; undefined if no user matches.
 */
export async function inviteFound(
  client: Client,
  order: { readonly filter: UserFilter; readonly language?: 'en' | 'de'; readonly again?: boolean },
): Promise<string | undefined> {
  const bar = progressBar(process.stderr);
  try {
    const { round } = await client.users.invite({ body: order });
    if (round === null) return undefined;
    let looks = 6;
    for (;;) {
      const found = await client.invitations.get({ params: { round } });
      bar.show('inviting', found.looked, found.total);
      const settled = found.mails.waiting === 0 || looks === 0;
      if (found.state !== 'under_way' && settled) return summaryOf(found);
      // A mail failure is known only after the server's first attempt to send, so poll a few more times.
      if (found.state !== 'under_way') looks -= 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } catch (error) {
    return nobody(error);
  } finally {
    bar.clear();
  }
}

/**
 * Returns undefined if the error says that no user matches the filter.
 * @throws the error otherwise
 */
export function nobody(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'wrong_state') throw error;
}

function summaryOf({ state, queued, total, skipped, mails }: InvitationRound): string {
  const counted = (count: number) => count.toLocaleString('en');
  const left = skipped.map(({ why, count }) => `  ${counted(count)}: ${reasons[why]}`);
  return [
    `Invitations: ${counted(queued)} of ${counted(total)} queued${state === 'stopped' ? ', and then stopped' : ''}.`,
    ...(mails.held > 0
      ? [`${counted(mails.held)} ${mails.held === 1 ? 'waits' : 'wait'} until a mail server is configured.`]
      : []),
    ...(mails.waiting > 0
      ? [`${counted(mails.waiting)} of them ${mails.waiting === 1 ? 'is' : 'are'} still to be sent.`]
      : []),
    ...(left.length > 0 ? ['Not invited:', ...left] : []),
    '',
  ].join('\n');
}

const reasons: Record<NotInvited, string> = {
  gone: 'deleted in the meantime',
  not_invited: 'already active, or suspended',
  no_address: 'no e-mail address: make links with “licet invite --links FILE”',
  may_not: 'you may not make links for this user',
  already: 'already invited',
  stopped: 'skipped because sending was stopped',
  settled: 'has completed the required set-up',
};
