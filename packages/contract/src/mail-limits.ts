import { limit } from './limit.ts';

/** The limits of background work and of mails. */
export const mailLimits = {
  jobsAtOnce: limit({
    value: 4,
    unit: 'items',
    reason: 'Mails go out side by side, and requests keep most of the database’s connections.',
    source: 'own',
  }),
  jobLease: limit({
    value: 60,
    unit: 'seconds',
    reason:
      'A mail server that hangs is given up before; what a killed process had taken is done by another a minute later.',
    source: 'own',
  }),
  jobAttempts: limit({
    value: 20,
    unit: 'attempts',
    reason:
      'With growing pauses this is more than two days: a mail server that was down over the weekend finds most of it.',
    source: 'RFC 5321 section 4.5.4.1',
  }),
  jobsKept: limit({
    value: 30,
    unit: 'days',
    reason: 'Work that was given up is looked into within a month, or never.',
    source: 'own',
  }),
  mailPatience: limit({
    value: 15_000,
    unit: 'milliseconds',
    reason: 'A mail server that says nothing for so long is given up for now: the job’s lease must not end meanwhile.',
    source: 'own; RFC 5321 section 4.5.3.2 allows minutes to servers that relay',
  }),
  mailAnswers: limit({
    value: 64 * 1024,
    unit: 'bytes',
    reason:
      'What is read of a mail server on one connection, TLS included: fifty mails take about 30 KiB. One that sends lines without end is left.',
    source: 'own; RFC 5321 section 4.5.3.1.5 allows 512 bytes to a line of a reply',
  }),
  mailsOnOneConnection: limit({
    value: 50,
    unit: 'items',
    reason: 'A new connection after so many mails, so that what is read on each can be bounded.',
    source: 'own; servers end a connection after 100, as Postfix does',
  }),
  invitationsAtOnce: limit({
    value: 1000,
    unit: 'items',
    reason: 'Queued in one change while others wait to write; who invites more asks again.',
    source: 'own',
  }),
  invitationsHeld: limit({
    value: 2_592_000,
    unit: 'seconds',
    reason: 'An invitation that could not be sent for a month is sent again by somebody, or not at all.',
    source: 'own',
  }),
  noticeLifetime: limit({
    value: 604_800,
    unit: 'seconds',
    reason: 'What happened a week ago and could not be told is seen in the audit; a late mail frightens.',
    source: 'own',
  }),
  addressLinkLifetime: limit({
    value: 259_200,
    unit: 'seconds',
    reason: 'Three days: a mailbox that is read after the weekend; whoever is later asks for another.',
    source: 'own',
  }),
  newBrowsersTold: limit({
    value: 5,
    unit: 'mails',
    reason:
      'A day, for one person: after so many they know, and a script that signs in without cookies fills no mailbox.',
    source: 'own',
  }),
  requestMailEvery: limit({
    value: 900,
    unit: 'seconds',
    reason: 'The first request is told at once; those that follow come together, at most four times an hour.',
    source: 'own',
  }),
  requestsInMail: limit({
    value: 20,
    unit: 'items',
    reason: 'More than anybody reads in a mail; of the others it says how many there are.',
    source: 'own',
  }),
  reminderDays: limit({
    value: 7,
    unit: 'days',
    reason: 'A week is time to ask for longer, or to let it go; as long as what ends is shown in amber.',
    source: 'own',
  }),
  reminderDaysMax: limit({
    value: 60,
    unit: 'days',
    reason: 'Two months before an end nobody does anything about it yet.',
    source: 'own',
  }),
  reminderMailEvery: limit({
    value: 43_200,
    unit: 'seconds',
    reason: 'What ends within the same half day is one mail; who is reminded a day before still has half a day.',
    source: 'own',
  }),
  remindersInMail: limit({
    value: 20,
    unit: 'items',
    reason: 'More than anybody reads in a mail; of the others it says how many there are.',
    source: 'own',
  }),
  decidersTold: limit({
    value: 100,
    unit: 'items',
    reason:
      'Where more people decide, the first of them by name are told: one request writes so many mails at the most.',
    source: 'own',
  }),
  invitationsInRound: limit({
    value: 200_000,
    unit: 'items',
    reason:
      'Whom a filter finds is written down when it is asked for; that takes some seconds of everybody who writes.',
    source: 'own',
  }),
  linksAtOnce: limit({
    value: 10_000,
    unit: 'items',
    reason: 'Links by hand in one file: more than a person hands over before they end.',
    source: 'own',
  }),
  webhookAddressMax: limit({
    value: 2000,
    unit: 'code points',
    reason: 'What servers on the way let through.',
    source: 'RFC 9110 section 4.1 asks for 8000 at least',
  }),
  webhookSecretMin: limit({
    value: 32,
    unit: 'code points',
    reason: 'Nobody guesses it from the signatures they have seen.',
    source: 'RFC 2104 section 3',
  }),
  mailsKept: limit({
    value: 90,
    unit: 'days',
    reason: 'Whether a mail went out is asked within a quarter of a year; addresses are not kept for longer.',
    source: 'own',
  }),
} as const;
