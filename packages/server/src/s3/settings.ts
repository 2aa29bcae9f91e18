import type { Environment } from '../settings.ts';

/** How an object store is reached. What is left out the SDK looks for where the tools of AWS do: in a profile, or at the machine. */
export interface S3Settings {
  /** Its address, where it is not AWS. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** Whether the bucket stands in the path of the address, and not before the host. */
  readonly pathStyle?: boolean | undefined;
  readonly credentials?: S3Credentials | undefined;
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Reads the settings of object stores: those of Licet, else those that the tools of AWS read. */
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
    // Stores that are not AWS mostly look at no region, but one is signed.
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
