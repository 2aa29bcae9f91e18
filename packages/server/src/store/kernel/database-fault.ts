// Why a database takes no connection, in a sentence without its address or password.

/** The reason why a connection failed, and what to do where that is known; undefined for errors that are no such failure. */
export function databaseFault(error: unknown): { readonly reason: string; readonly next?: string } | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'open' && 'path' in error)
    return { reason: `the file ${String(error.path)} that its address names is not there` };
  const reason = reasons[code];
  if (reason !== undefined) return { reason };
  return certificates.has(code) ? { reason: certificates.get(code) ?? '', next: nameAuthority } : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the password in LICET_DATABASE_URL',
  '28000': 'it refuses the user in LICET_DATABASE_URL, or a connection of this kind (pg_hba.conf)',
  '3D000': 'it has no database of the name in LICET_DATABASE_URL',
  '42501': 'it refuses a right that Licet’s role needs (docs/operations/installing.md lists them)',
  '53300': 'it has no connection left for anybody',
  '57014': 'it did not answer a question within 3 s',
  '57P03': 'it is starting, or about to stop',
  ECONNREFUSED: 'nothing listens at its address',
  ENOENT: 'nothing listens at its address',
  ENOTFOUND: 'the name of its machine is not known',
  EAI_AGAIN: 'the name of its machine cannot be looked up now',
  EACCES: 'its socket belongs to somebody else: run this as its owner',
};

const unknownAuthority = 'its certificate is of an authority that is not known here';
const certificates: ReadonlyMap<string, string> = new Map([
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  ['CERT_HAS_EXPIRED', 'its certificate has ended'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name than the address has'],
]);

const nameAuthority =
  'Name the certificate of your authority in the address: ?sslmode=verify-full&sslrootcert=/etc/ssl/certs/your-authority.pem';
