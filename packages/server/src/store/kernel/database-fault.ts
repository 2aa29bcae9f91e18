// Explains a failed database connection in a sentence, without the address or the password.

/** Why a connection or a statement failed and, if known, what to do; undefined for any other error. */
export function databaseFault(error: unknown): { readonly reason: string; readonly next?: string } | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'open' && 'path' in error)
    return { reason: `the file ${String(error.path)} in its address does not exist` };
  const reason = reasons[code];
  if (reason !== undefined) return { reason };
  const certificate = certificates.get(code);
  return certificate && { reason: certificate.reason, next: certificate.next };
}

/** The same in two sentences: what happened, and what to do before a retry. */
export function cannotConnect(error: unknown): string | undefined {
  const fault = databaseFault(error);
  return fault && `Licet cannot connect to the database: ${fault.reason}. ${fault.next ?? checkDatabase}`;
}

export const checkDatabase = 'Check LICET_DATABASE_URL, and that PostgreSQL runs there, then try again.';

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the password in LICET_DATABASE_URL',
  '28000': 'it refuses the user in LICET_DATABASE_URL, or a connection of this kind (pg_hba.conf)',
  '3D000': 'the database named in LICET_DATABASE_URL does not exist',
  '42501': 'it refuses a right that Licet’s role needs (docs/operations/installing.md lists them)',
  '53100': 'its disk is full',
  '53200': 'it has expired of memory',
  '53300': 'it has no free connections',
  '57014': 'it did not answer a query within 3 s',
  '57P03': 'it is starting up or shutting down',
  ECONNREFUSED: 'nothing listens at its address',
  ENOENT: 'nothing listens at its address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  EACCES: 'its socket belongs to another user: run this as that user',
};

const unknownAuthority = {
  reason: 'its certificate is from an authority that is not trusted here',
  next: 'Name the certificate of your authority in the address: ?sslmode=verify-full&sslrootcert=/etc/ssl/certs/your-authority.pem',
};
const certificates: ReadonlyMap<string, { readonly reason: string; readonly next: string }> = new Map([
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  [
    'CERT_HAS_EXPIRED',
    { reason: 'its certificate has expired', next: 'Renew the certificate of PostgreSQL, then try again.' },
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    {
      reason: 'its certificate is for another name than the one in the address',
      next: 'Write the name that is in its certificate into LICET_DATABASE_URL.',
    },
  ],
]);
