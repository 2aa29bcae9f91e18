import { reason } from './reason.ts';

/** Reasons why a call about the audit chain is refused. */
export const auditReasons = {
  not_found: {
    event_unknown: reason({ event: 'number' }, ({ event }) => `There is no event number ${event}.`),
  },
  unavailable: {
    checkpoint_folder_unreadable: reason(
      { code: 'name' },
      ({ code }) =>
        `The folder of checkpoints (LICET_AUDIT_FOLDER) cannot be read (${code}), and without it the chain is not verified. Let the user that Licet runs as read it and its files.`,
    ),
    checkpoint_bucket_unreadable: reason(
      { code: 'name' },
      ({ code }) =>
        `The bucket of checkpoints (LICET_AUDIT_FOLDER) cannot be read (${code}), and without it the chain is not verified. The server’s log says what to do.`,
    ),
  },
} as const;
