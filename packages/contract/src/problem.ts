import * as z from 'zod';
import { type ErrorCode, errorCatalogue } from './errors.ts';

/** The reason code of an English sentence, and the values in it. With both, a front end can show the sentence in another language. */
export const translatable = {
  reason: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.string())])).optional(),
};

/**
 * The fault of one field or line. `pointer` is a JSON pointer into the body (`/email`), or `?name` for a query
 * parameter. `detail` is the English sentence of `reason`.
 */
export const fieldError = z.strictObject({
  pointer: z.string().optional(),
  line: z.int().optional(),
  detail: z.string(),
  ...translatable,
});
export type FieldError = z.infer<typeof fieldError>;

/** Problem details (RFC 9457). `code` is a stable code of the error catalogue. */
export const problem = z.strictObject({
  type: z.string(),
  code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  next: z.string(),
  ...translatable,
  instance: z.string().optional(),
  requestId: z.string().optional(),
  permission: z.string().optional(),
  retryAfter: z.int().optional(),
  /** The maximum age of the sign-in in seconds (RFC 9470). */
  maxAge: z.int().optional(),
  currentVersion: z.int().optional(),
  errors: z.array(fieldError).optional(),
});
export type Problem = z.infer<typeof problem>;

/** Optional additional members of a problem. */
export type ProblemExtras = Pick<
  Problem,
  'reason' | 'values' | 'permission' | 'retryAfter' | 'maxAge' | 'currentVersion' | 'errors'
>;
