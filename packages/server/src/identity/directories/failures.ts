import type { DirectoryFault } from '@licet/contract/reasons';
import { OutgoingError } from '../../outgoing/guard.ts';
import { type Finding, finding, refuse } from '../../refusal.ts';
import { ReaderRefused } from './directory.ts';
import { NoStartTls } from './secure-socket.ts';
import { DirectoryError, NoEntries } from './session.ts';

/**
 * Reports a directory's failure.
 * @throws Refusal `provider_unreachable`, `provider_wrong`; other errors unchanged
 */
export function refuseDirectory(connection: string, error: unknown): never {
  if (error instanceof OutgoingError) {
    const { why } = error;
    if ('network' in why) return refuse('provider_unreachable', 'directory_not_called', { connection, ...why });
    return refuse('provider_unreachable', 'directory_host_failed', { connection, ...why });
  }
  if (error instanceof NoEntries)
    return refuse('provider_wrong', 'directory_without_class', { connection, class: error.class });
  const fault = faultOf(error);
  if (fault === 'busy' || fault === 'unavailable')
    return refuse('provider_unreachable', 'directory_unavailable', { connection, fault });
  if (fault !== undefined) return refuse('provider_wrong', 'directory_fault', { connection, fault });
  if (error instanceof DirectoryError)
    return refuse('provider_wrong', 'directory_answered', { connection, code: error.code });
  throw error;
}

/** The fault, as a finding for administrators; undefined if the error is not the directory's. */
export function findingOf(error: unknown): Finding | undefined {
  if (error instanceof OutgoingError)
    return 'network' in error.why ? finding('host_not_called', error.why) : finding('directory_host', error.why);
  if (error instanceof NoEntries) return finding('no_entry_of_class', { class: error.class });
  const fault = faultOf(error);
  if (fault !== undefined) return finding('directory_said', { fault });
  return error instanceof DirectoryError ? finding('directory_code', { code: error.code }) : undefined;
}

function faultOf(error: unknown): DirectoryFault | undefined {
  if (error instanceof NoStartTls) return 'start_tls';
  if (error instanceof ReaderRefused) return ofActiveDirectory[error.data ?? ''] ?? 'bind_not_accepted';
  return error instanceof DirectoryError ? codes[error.code] : undefined;
}

/** Windows error numbers (MS-ERREF section 2.2) in Active Directory's refusals. */
const ofActiveDirectory: Readonly<Record<string, DirectoryFault>> = {
  530: 'bind_time',
  531: 'bind_machine',
  532: 'bind_password_ended',
  533: 'bind_disabled',
  701: 'bind_ended',
  773: 'bind_password_change',
  775: 'bind_locked',
};

const codes: Readonly<Record<number, DirectoryFault>> = {
  1: 'operations_error',
  3: 'time_limit',
  4: 'size_limit',
  8: 'tls_needed',
  10: 'referral',
  11: 'admin_limit',
  12: 'no_paging',
  13: 'tls_needed',
  32: 'base_missing',
  34: 'base_invalid',
  50: 'bind_no_search',
  51: 'busy',
  52: 'unavailable',
};
