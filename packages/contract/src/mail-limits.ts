import { limit } from './limit.ts';

/** Limits of background work and of mails. */
export const mailLimits = {
  jobsAtOnce: limit({
    value: 4,
    unit: 'items',
    reason: 'Mails are sent in parallel, and requests keep most of the database’s connections.',
    source: 'own',
  }),
  jobLease: limit({
    value: 60,
    unit: 'seconds',
    reason:
      'A mail server that hangs is given up earlier. Work of a killed process is repeated by another one a minute later.',
    source: 'own',
  }),
  jobAttempts: limit({
    value: 20,
    unit: 'attempts',
    reason:
      'With growing pauses, this is more than two days: a mail server that was down over the weekend gets most of the mails.',
    source: 'RFC 5321 section 4.5.4.1',
  }),
  jobsKept: limit({
    value: 30,
    unit: 'days',
    reason: 'Failed work is looked into within a month, or never.',
    source: 'own',
  }),
  mailPatience: limit({
    value: 15_000,
    unit: 'milliseconds',
    reason:
      'A mail server without an answer for this long is given up for now, because the job’s lease must not end meanwhile.',
    source: 'own; RFC 5321 section 4.5.3.2 allows minutes to servers that relay',
  }),
  mailAnswers: limit({
    value: 64 * 1024,
    unit: 'bytes',
    reason:
      'The most that is read from a mail server on one connection, TLS included: fifty mails take about 30 KiB. A server that sends lines without end is disconnected.',
    source: 'own; RFC 5321 section 4.5.3.1.5 allows 512 bytes to a line of a reply',
  }),
  mailsOnOneConnection: limit({
    value: 50,
    unit: 'items',
    reason: 'A new connection after this many mails, so that the data read on each is bounded.',
    source: 'own; servers end a connection after 100, as Postfix does',
  }),
  invitationsAtOnce: limit({
    value: 1000,
    unit: 'items',
    reason: 'Queued in one change while others wait to write. For more invitations, repeat the call.',
    source: 'own',
  }),
  invitationsHeld: limit({
    value: 2_592_000,
    unit: 'seconds',
    reason: 'An invitation that could not be sent for a month is sent again by an administrator, or not at all.',
    source: 'own',
  }),
  noticeLifetime: limit({
    value: 604_800,
    unit: 'seconds',
    reason: 'The audit log shows a week-old event. A late mail would only frighten.',
    source: 'own',
  }),
  addressLinkLifetime: limit({
    value: 259_200,
    unit: 'seconds',
    reason: 'Three days, for a mailbox that is read after the weekend. Later, the user requests another link.',
    source: 'own',
  }),
  newBrowsersTold: limit({
    value: 5,
    unit: 'mails',
    reason:
      'Per day and user: after this many the user knows, and a script that signs in without cookies fills no mailbox.',
    source: 'own',
  }),
  requestMailEvery: limit({
    value: 900,
    unit: 'seconds',
    reason: 'The first request is mailed at once. Further ones are mailed together, at most four times an hour.',
    source: 'own',
  }),
  requestsInMail: limit({
    value: 20,
    unit: 'items',
    reason: 'More than anybody reads in a mail; the others are counted.',
    source: 'own',
  }),
  reminderDays: limit({
    value: 7,
    unit: 'days',
    reason: 'A week is enough to request an extension; the amber mark of what ends begins at the same time.',
    source: 'own',
  }),
  reminderDaysMax: limit({
    value: 60,
    unit: 'days',
    reason: 'More than two months before an end, nobody acts on a reminder.',
    source: 'own',
  }),
  reminderMailEvery: limit({
    value: 43_200,
    unit: 'seconds',
    reason:
      'What ends within the same half day is in one mail. A user who is reminded a day before still has half a day.',
    source: 'own',
  }),
  remindersInMail: limit({
    value: 20,
    unit: 'items',
    reason: 'More than anybody reads in a mail; the others are counted.',
    source: 'own',
  }),
  decidersTold: limit({
    value: 100,
    unit: 'items',
    reason: 'The first approvers by name, if there are more: the most mails that one request causes.',
    source: 'own',
  }),
  invitationsInRound: limit({
    value: 200_000,
    unit: 'items',
    reason:
      'The users who match a filter are stored when the round is requested, which blocks other writes for some seconds.',
    source: 'own',
  }),
  linksAtOnce: limit({
    value: 10_000,
    unit: 'items',
    reason: 'Links in one file: more than a person can hand over before they end.',
    source: 'own',
  }),
  webhookAddressMax: limit({
    value: 2000,
    unit: 'code points',
    reason: 'What servers on the way accept.',
    source: 'RFC 9110 section 4.1 asks for 8000 at least',
  }),
  webhookSecretMin: limit({
    value: 32,
    unit: 'code points',
    reason: 'Long enough that nobody can guess it from signatures.',
    source: 'RFC 2104 section 3',
  }),
  mailsKept: limit({
    value: 90,
    unit: 'days',
    reason: 'Questions about a mail come within a quarter of a year; addresses are not stored for longer.',
    source: 'own',
  }),
} as const;
