import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import { limits } from '@licet/contract';
import type { Logger } from 'pino';

/** The PEM files of the certificate and its key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate chain and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The files are missing, invalid, or do not belong together. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/** Reads certificate and key. @throws CertificateError with a sentence that contains no part of the key */
export function readCertificate(files: CertificateFiles): Certificate {
  return checked(files, contentsOf(files));
}

/**
 * Checks the files periodically and gives changes to the server; open connections stay. A certificate and key that do not match are
 * rejected and logged. They may match at the next check, because the files are written one after the other.
 * @returns a function that stops it
 */
export function keepCertificate(
  server: Server,
  files: CertificateFiles,
  log: Pick<Logger, 'info' | 'warn'>,
  every: number = limits.certificateReread.value * 1000,
): () => void {
  let seen = stateOf(files);
  const look = () => {
    const found = stateOf(files);
    if (found === seen) return;
    seen = found;
    try {
      const certificate = checked(files, contentsOf(files));
      server.setSecureContext(certificate);
      const { subjectAltName, validTo } = new X509Certificate(certificate.cert);
      log.info({ names: subjectAltName, validTo }, 'The certificate was read anew. New connections get it.');
    } catch (error) {
      // Only logs, because a timer must not throw and the previous certificate still works.
      const reason = error instanceof CertificateError ? error.message : 'It cannot be used for TLS.';
      log.warn({ reason }, 'The new certificate is refused. The previous certificate stays in use.');
    }
  };
  const looking = setInterval(look, every).unref();
  return () => clearInterval(looking);
}

function contentsOf({ certificate, key }: CertificateFiles): Certificate {
  return { cert: textOf(certificate), key: textOf(key) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why = code === 'ENOENT' ? 'it is not there' : code === 'EACCES' ? 'it may not be read' : String(code);
    throw new CertificateError(`The file ${path} is not read: ${why}.`);
  }
}

function checked(files: CertificateFiles, pair: Certificate): Certificate {
  const leaf = orSay(() => new X509Certificate(pair.cert), `${files.certificate} holds no certificate in PEM.`);
  const key = orSay(
    () => createPrivateKey(pair.key),
    `${files.key} holds no private key in PEM that is readable without a password.`,
  );
  if (!leaf.checkPrivateKey(key))
    throw new CertificateError(`The key in ${files.key} does not belong to the certificate in ${files.certificate}.`);
  orSay(() => createSecureContext(pair), `${files.certificate} and ${files.key} cannot be used for TLS.`);
  return pair;
}

function orSay<T>(read: () => T, sentence: string): T {
  try {
    return read();
  } catch {
    throw new CertificateError(sentence);
  }
}

/** Returns a digest of the files; if they cannot be read, the error as text. */
function stateOf(files: CertificateFiles): string {
  try {
    return createHash('sha256')
      .update(JSON.stringify(contentsOf(files)))
      .digest('hex');
  } catch (error) {
    return String(error);
  }
}
