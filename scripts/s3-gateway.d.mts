/** An object store of tests. */
export interface S3Gateway {
  readonly endpoint: string;
  /** The folder that it keeps: one below it is a bucket, with each object as a file. */
  readonly data: string;
  /** Adds somebody whom it knows, and to whom no bucket belongs. */
  addUser(user: { readonly id: string; readonly secret: string }): void;
  stop(): Promise<void>;
}
export function startS3Gateway(
  buckets: readonly string[],
  credentials: { readonly id: string; readonly secret: string },
): Promise<S3Gateway | undefined>;
