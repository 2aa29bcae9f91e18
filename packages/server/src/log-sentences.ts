/**
 * Every log message that contains no values. Only these messages leave the machine. A repository check reports missing
 * ones.
 */
export const logSentences: ReadonlySet<string> = new Set([
  'A background task failed.',
  'A backup was made, and read again.',
  'A checkpoint of the audit chain was signed.',
  'A directory was not synchronised.',
  'A job failed. It is not tried again.',
  'A job failed. It is tried again.',
  'A logout token was not looked at.',
  'A mail was not sent for now.',
  'A part did not stop in order.',
  'A reply does not fit the contract.',
  'A request failed for an unexpected reason.',
  'An idle database connection broke.',
  'Answered.',
  'Licet is stopping.',
  'No mail server is set: mails wait until one is.',
  'PostgreSQL could not be started again yet.',
  'PostgreSQL has stopped.',
  'PostgreSQL is running again.',
  'PostgreSQL is running.',
  'PostgreSQL of an earlier run was still there.',
  'The certificate was read anew. New connections get it.',
  'The collector took no traces or log lines; they were dropped.',
  'The contract does not declare this error for this call.',
  'The mail server answers.',
  'The mail server does not work: mails wait until it does.',
  'The new certificate is refused. The previous certificate stays in use.',
  'The public address has changed.',
  'This server is not ready.',
  'This server is ready again.',
  'Users have one e-mail address, its domain in two forms.',
]);

/** The event names in the log, for programs that read it. */
export const logEvents: ReadonlySet<string> = new Set([
  'addresses_shared',
  'public_address_changed',
  'backup_made',
  'directory_not_synchronised',
  'postgres_died',
  'postgres_orphans_ended',
  'postgres_output',
  'postgres_restart_failed',
  'postgres_restarted',
  'postgres_started',
  'postgres_stopped',
]);
