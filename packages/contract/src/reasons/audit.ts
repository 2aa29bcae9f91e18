import { reason } from './reason.ts';

/** Reasons why a call about the audit chain is refused. */
export const auditReasons = {
  not_found: {
    event_unknown: reason({ event: 'number' }, ({ event }) => `There is no event ${event}.`),
  },
  unavailable: {
    checkpoint_folder_unreadable: reason(
      { code: 'name' },
      ({ code }) =>
        `The folder of checkpoints (LICET_AUDIT_FOLDER) cannot be read (${code}), so the chain was not verified. Give the user that runs Licet read access to the folder and its files.`,
    ),
    checkpoint_bucket_unreadable: reason(
      { code: 'name' },
      ({ code }) =>
        `The bucket of checkpoints (LICET_AUDIT_FOLDER) cannot be read (${code}), so the chain was not verified. The server’s log says what to do.`,
    ),
  },
} as const;
