import { OutgoingError, type OutgoingReason } from '../outgoing/outgoing-error.ts';
import { refuse } from '../refusal.ts';
import { ReaderRefused } from './directory.ts';
import { NoStartTls } from './secure-socket.ts';
import { DirectoryError, NoEntries } from './session.ts';

/** Says what went wrong at a directory. @throws Refusal `provider_unreachable`, `provider_wrong` */
export function refuseDirectory(name: string, error: unknown): never {
  const sentence = sentenceOf(error);
  if (sentence === undefined) throw error;
  const passing = error instanceof OutgoingError || (error instanceof DirectoryError && passes.has(error.code));
  return refuse(passing ? 'provider_unreachable' : 'provider_wrong', `${name} cannot be asked. ${sentence}`);
}

/** What went wrong, for whoever set it up; undefined when it is nothing of the directory. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof OutgoingError) return own[error.reason] ?? error.message;
  if (error instanceof NoStartTls)
    return 'The directory does not turn to TLS when it is asked (StartTLS). Use ldaps://.';
  if (error instanceof ReaderRefused)
    return (
      ofActiveDirectory[error.data ?? ''] ??
      'The directory does not take the bind DN and the password that it is given from here.'
    );
  if (error instanceof NoEntries) return error.message;
  if (error instanceof DirectoryError) return codes[error.code] ?? error.message;
  return undefined;
}

const own: Partial<Record<OutgoingReason, string>> = {
  not_https: 'The directory is not asked without TLS. Its address begins with ldaps://, or StartTLS is on.',
  broken: 'What answers there is no directory.',
};

/** The numbers of Windows (MS-ERREF section 2.2) that Active Directory gives beside a no. */
const ofActiveDirectory: Readonly<Record<string, string>> = {
  530: 'The bind DN may not sign in there at this time.',
  531: 'The bind DN may not sign in there from this machine.',
  532: 'The password of the bind DN has ended there.',
  533: 'The bind DN is disabled there.',
  701: 'The bind DN has ended there.',
  773: 'The bind DN is to change its password there first.',
  775: 'The bind DN is locked there.',
};

const codes: Readonly<Record<number, string>> = {
  1: 'The directory answers with an error of its own (operationsError): the bind DN may not look people up.',
  3: 'The directory ended the search by its time limit (timeLimitExceeded). In OpenLDAP raise it for the bind DN by olcLimits (“limits” in slapd.conf): dn.exact="the bind DN" time=unlimited.',
  4: 'The directory ended the search by its size limit (sizeLimitExceeded). In OpenLDAP raise it for the bind DN by olcLimits (“limits” in slapd.conf): dn.exact="the bind DN" size=unlimited size.prtotal=unlimited.',
  8: 'The directory takes passwords over TLS alone.',
  10: 'The directory sends on to another one, which is not followed. Enter the address of that.',
  11: 'The directory ended the search by a limit of its administrators (adminLimitExceeded). In 389 Directory Server and FreeIPA raise nsslapd-lookthroughlimit and nsslapd-pagedlookthroughlimit, in OpenLDAP size.unchecked of the bind DN.',
  12: 'The directory does not hand out entries page by page (RFC 2696), or not to the bind DN.',
  13: 'The directory takes passwords over TLS alone.',
  32: 'The directory has no entry of that base DN, or does not show it to the bind DN.',
  34: 'The directory does not take the base DN for a name.',
  50: 'The bind DN may not look people up.',
  51: 'The directory says that it is busy.',
  52: 'The directory says that it is not available at present.',
};
const passes: ReadonlySet<number> = new Set([51, 52]);
