export {
  type Access,
  type AccessOptions,
  type AccessSnapshot,
  type AccessStatus,
  type Answers,
  createAccess,
} from './access.ts';
export { createLicet, type Licet } from './create-licet.ts';
export { LicetError, type Problem } from './error.ts';
export type { LicetOptions } from './settings.ts';
export type { AccessQuestion, AccessSource, ExplainingSource, Profile, SignInOptions, SignInState } from './source.ts';
export type { TokenPlace } from './tokens.ts';
export type {
  AccessPath,
  AccessRequest,
  Asked,
  Catalogue,
  Named,
  OffersAtOnce,
  OwnDecision,
  RequestComment,
  RequestStep,
  TakenAtOnce,
} from './wire.ts';
