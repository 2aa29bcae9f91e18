import * as z from 'zod';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { instant, ref } from './common.ts';
import { providerKind } from './connections.ts';
import { recoveryCodes } from './credentials.ts';

/** A username or an e-mail address as it was typed. */
export const login = z
  .string()
  .min(1, { error: says('login_missing', {}) })
  .max(256);

/** What is accepted as a second factor. */
export const secondWay = z.enum(['totp', 'passkey', 'recovery_code']);
export type SecondWay = z.infer<typeof secondWay>;

/** What a user can set up during a sign-in. */
export const setUpWay = z.enum(['totp', 'passkey']);
export type SetUpWay = z.infer<typeof setUpWay>;

/** What a sign-in requires after the first factor: one of the ways, or that one is set up. */
export const nextStep = z.strictObject({
  ways: z.array(secondWay),
  /** What can be set up; `until` is the end of the time in which the user can leave it for later, null if it is required now. */
  setUp: z.strictObject({ ways: z.array(setUpWay), until: instant.nullable() }).optional(),
});
export type NextStep = z.infer<typeof nextStep>;

/** Where the browser goes next. */
const location = z.string();
export const leadsTo = z.strictObject({ location });

/** The reply to a step: the next step, or the address at which the finished sign-in continues. */
export const stepReply = z.union([
  z.strictObject({ next: nextStep }),
  /** The recovery codes are those that were made with a first second factor. They are shown once. */
  leadsTo.extend({ recoveryCodes: recoveryCodes.optional() }),
]);
export type StepReply = z.infer<typeof stepReply>;

/** A provider that the page offers. A typed login in one of its domains leads to it. */
export const offeredProvider = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: providerKind,
  domains: z.array(z.string()),
});
export type OfferedProvider = z.infer<typeof offeredProvider>;

/** What the page of a sign-in shows before the first step, and after a reload. */
export const signInDetails = z.strictObject({
  /** Where the sign-in leads; null if the application or the client was deleted. */
  application: ref.nullable(),
  client: z.string().nullable(),
  /** Empty while the organisation has no name. */
  organisation: z.string(),
  /** The login to fill in: the one that the application named, or that of the user who signs in again. */
  loginHint: z.string().nullable(),
  /** Whether the user is signed in already and proves it again. */
  again: z.boolean(),
  passkeys: z.boolean(),
  /** Whether passwords are accepted, of Licet or of a directory. */
  passwords: z.boolean(),
  /** For how many days a browser can be remembered; 0 for never. */
  rememberedDays: z.int(),
  /** Whether a forgotten password can be reset by mail. */
  resetByMail: z.boolean(),
  /** The next step, if the first factor was right a short while ago. */
  next: nextStep.nullable(),
  connections: z.array(offeredProvider),
  /** Why the last attempt by a provider failed. */
  refused: problem.nullable(),
});
export type SignInDetails = z.infer<typeof signInDetails>;

/** How a sign-in that is over begins again. An address is null if there is none. */
export const wayBack = z.strictObject({
  /** Its hour is over; it was finished, or its record is lost; another browser began it. */
  why: z.enum(['old', 'gone', 'elsewhere']),
  /** The name of the application; null if it is not known. */
  application: z.string().nullable(),
  /** The same request once more, on this server. */
  again: z.string().nullable(),
  /** The application itself: the root of an address that is registered for its client. */
  home: z.string().nullable(),
});
export type WayBack = z.infer<typeof wayBack>;

/** A value that a provider sends; sent twice, it is a list. */
const answered = z.union([z.string(), z.array(z.string())]).optional();

/** What a provider answers (RFC 6749 section 4.1.2, RFC 9207). A provider may add more, which is ignored. */
export const providerAnswer = z.object({
  state: answered,
  code: answered,
  iss: answered,
  error: answered,
  error_description: answered,
  /** The name of the user, which Apple sends beside the answer. */
  name: answered,
});
