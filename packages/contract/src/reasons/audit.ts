import { reason } from './reason.ts';

/** Reasons why a call about the audit chain is refused. */
export const auditReasons = {
  not_found: {
    event_unknown: reason({ event: 'number' }, ({ event }) => `There is no event ${event}.`),
  },
  wrong_state: {
    chain_broken_itself: reason(
      { change: 'number' },
      ({ change }) =>
        `The audit chain is broken at change ${change}, even without the checkpoints of another database. Nothing was recorded. Find the cause first: docs/operations/audit.md, “When it is broken”.`,
    ),
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
