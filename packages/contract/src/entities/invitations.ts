import * as z from 'zod';
import { limits } from '../limits.ts';
import { id, ids, instant, ref } from './common.ts';
import { mailLanguage, mailState } from './mail.ts';
import { userFilter } from './users.ts';

/** Some users by their ids, or all whom a filter finds. */
export const someUsers = z.strictObject({ users: ids(limits.invitationsAtOnce.value).min(1) });
export const filteredUsers = z.strictObject({ filter: userFilter });

/**
 * Whom to invite by mail, and in which language. Those named by their ids are looked at at once. Those whom a filter finds are invited
 * in a round, beside other work; who has an invitation already gets another one only with `again`.
 */
export const invite = z.union([
  someUsers.extend({ language: mailLanguage.optional() }),
  filteredUsers.extend({ language: mailLanguage.optional(), again: z.boolean().optional() }),
]);

/** Why somebody gets no invitation. */
export const notInvited = z.enum(['gone', 'not_invited', 'no_address', 'may_not', 'already', 'stopped', 'settled']);
export type NotInvited = z.infer<typeof notInvited>;

const skipped = z.array(z.strictObject({ user: ref, why: notInvited }));

/** How many invitations were queued, and who gets none, and why; or the round that invites them. */
export const invited = z.strictObject({ queued: z.int(), skipped, round: id.nullable() });
export type Invited = z.infer<typeof invited>;

/** A round of invitations: everybody whom a filter found when it was asked for, one after another. */
export const invitationRound = z.strictObject({
  id,
  startedAt: instant,
  /** Who asked for it. */
  by: z.string(),
  state: z.enum(['under_way', 'done', 'stopped']),
  /** How many there are, how many of them had their turn, and how many mails were queued. */
  total: z.int(),
  looked: z.int(),
  queued: z.int(),
  /** What became of the mails that were queued. */
  mails: z.strictObject({ waiting: z.int(), held: z.int(), sent: z.int(), failed: z.int(), dropped: z.int() }),
  /** How many get none, by the reason. */
  skipped: z.array(z.strictObject({ why: notInvited, count: z.int() })),
});
export type InvitationRound = z.infer<typeof invitationRound>;

/** The same, with the first of those who get none. */
export const invitationRoundNamed = invitationRound.extend({ names: skipped });
export type InvitationRoundNamed = z.infer<typeof invitationRoundNamed>;

/** What somebody has to come in with: the last mail, and the link that still works. */
export const invitation = z.strictObject({
  mail: z.strictObject({ state: mailState, queuedAt: instant, changedAt: instant }).nullable(),
  link: z.strictObject({ byMail: z.boolean(), madeAt: instant, expiresAt: instant }).nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** Of how many an invitation was withdrawn, and of whom not. */
export const withdrawn = z.strictObject({
  withdrawn: z.int(),
  skipped: z.array(z.strictObject({ user: ref, why: z.enum(['gone', 'none', 'may_not']) })),
});
export type Withdrawn = z.infer<typeof withdrawn>;
