/** A place in an object store. */
export interface S3Address {
  readonly bucket: string;
  /** What stands before the names of what lies there, with a slash at its end; nothing for the bucket itself. */
  readonly prefix: string;
}

export const isS3 = (place: string): boolean => /^s3:\/\//i.test(place);

/** Reads `s3://bucket/prefix`; undefined when it is no such address. */
export function s3AddressOf(text: string): S3Address | undefined {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#\s\p{Cc}]*))?$/u.exec(text) ?? [];
  const path = rest.replace(/\/+$/, '');
  if (bucket === undefined || (path !== '' && path.split('/').some((part) => /^\.{0,2}$/.test(part)))) return undefined;
  return { bucket, prefix: path === '' ? '' : `${path}/` };
}

export const badS3Address = (text: string): string =>
  `“${text}” must be an address such as s3://bucket or s3://bucket/folder, as the bucket is called at its store.`;
