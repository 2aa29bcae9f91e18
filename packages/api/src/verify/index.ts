export {
  type AccessToken,
  type AccessTokenParts,
  clockDrift,
  longestLifetime,
  verifyAccessToken,
} from './access-token.ts';
export { type BoundedCache, createBoundedCache } from './bounded-cache.ts';
export {
  bareToken,
  type Credentials,
  readCredentials,
  requireForm,
  requireScheme,
  type Scheme,
} from './credentials.ts';
export {
  type FaultName,
  faults,
  refuse,
  type VerificationCode,
  VerificationError,
  type VerificationReason,
} from './faults.ts';
export { permissionsRef, readPermissionList } from './permission-list.ts';
export {
  addressBelow,
  type BoundToken,
  createProofVerifier,
  type ProofParts,
  type ProofUse,
  type ProvenRequest,
  plainAddress,
  proofAge,
  type ReplayMemory,
  type UsedProof,
  type VerifyProof,
} from './proof.ts';
export { sha256 } from './sha256.ts';
export { isObject, type Payload, type VerifyingKey } from './signed-token.ts';
