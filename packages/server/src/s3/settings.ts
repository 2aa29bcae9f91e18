import type { Environment } from '../settings.ts';

/**
 * The settings of an object store. The SDK looks for missing values in the same places as AWS tools: a profile, or the
 * machine's metadata.
 */
export interface S3Settings {
  /** The address of the store; undefined for AWS. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** Whether addresses contain the bucket in the path instead of the host. */
  readonly pathStyle?: boolean | undefined;
  readonly credentials?: S3Credentials | undefined;
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Reads the settings of object stores: Licet's own variables, then those of AWS tools. */
export function readS3Settings(environment: Environment, mistakes: string[]): S3Settings {
  const endpoint =
    environment.LICET_S3_ENDPOINT || environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL || undefined;
  const url = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (endpoint !== undefined && (!url || !/^https?:$/.test(url.protocol) || url.username || url.search))
    mistakes.push(
      'LICET_S3_ENDPOINT must be an address such as https://s3.example.org, without a bucket, a user or a password in it.',
    );
  const { LICET_S3_PATH_STYLE: style } = environment;
  if (style && style !== 'on' && style !== 'off')
    mistakes.push(`LICET_S3_PATH_STYLE “${style}” is neither on nor off.`);
  return {
    endpoint,
    // Other stores mostly ignore the region, but the signature contains it.
    region: environment.LICET_S3_REGION || environment.AWS_REGION || (endpoint === undefined ? undefined : 'us-east-1'),
    pathStyle: style ? style === 'on' : endpoint !== undefined,
    credentials: readCredentials(environment, mistakes),
  };
}

function readCredentials(environment: Environment, mistakes: string[]): S3Credentials | undefined {
  const { LICET_S3_ACCESS_KEY_ID: id, LICET_S3_SECRET_ACCESS_KEY: secret } = environment;
  if (Boolean(id) !== Boolean(secret))
    mistakes.push(
      `LICET_S3_ACCESS_KEY_ID and LICET_S3_SECRET_ACCESS_KEY go together; ${id ? 'LICET_S3_SECRET_ACCESS_KEY' : 'LICET_S3_ACCESS_KEY_ID'} is missing.`,
    );
  if (id && secret) return { accessKeyId: id, secretAccessKey: secret };
  const { AWS_ACCESS_KEY_ID: theirs, AWS_SECRET_ACCESS_KEY: key, AWS_SESSION_TOKEN: sessionToken } = environment;
  if (!theirs || !key) return undefined;
  return { accessKeyId: theirs, secretAccessKey: key, ...(sessionToken && { sessionToken }) };
}

/** A place in an object store. */
export interface S3Address {
  readonly bucket: string;
  /** The prefix of all names there, with a trailing slash; empty for the bucket itself. */
  readonly prefix: string;
}

export const isS3 = (place: string): boolean => /^s3:\/\//i.test(place);

/** Parses `s3://bucket/prefix`; undefined for anything else. */
export function s3AddressOf(text: string): S3Address | undefined {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#\s\p{Cc}]*))?$/u.exec(text) ?? [];
  const path = rest.replace(/\/+$/, '');
  if (bucket === undefined || (path !== '' && path.split('/').some((part) => /^\.{0,2}$/.test(part)))) return undefined;
  return { bucket, prefix: path === '' ? '' : `${path}/` };
}

export const badS3Address = (text: string): string =>
  `“${text}” must be an address such as s3://bucket or s3://bucket/folder, as the bucket is called at its store.`;
