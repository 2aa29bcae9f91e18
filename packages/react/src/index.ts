export type { AccessSource, AccessStatus, Profile, SignInState } from '@licet/client';
export type { On, PermissionName, ResourceName, RoleName } from '@licet/rule';
export { AccessProvider, type AccessProviderProps, type Store } from './access-provider.ts';
export {
  type Auth0Shape,
  auth0,
  type ClaimPath,
  type ClaimPaths,
  claimsAt,
  cognito,
  type KeycloakShape,
  keycloak,
} from './claims.ts';
export { Guard, type GuardProps } from './guard.tsx';
export type { StepUp } from './step-up.ts';
export { type Languages, type Translation, translation } from './translation.ts';
export { useAccess, useAccessStore } from './use-access.ts';
export type { CurrentAccess } from './use-access-of.ts';
export { useDecision } from './use-decision.ts';
export type { DecisionOptions, DecisionState } from './use-decision-of.ts';
export { Can, type CanProps, type Mode, usePermission, useRole } from './use-permission.ts';
export { usePermitted } from './use-permitted.ts';
export { type StepUpHandle, useStepUp } from './use-step-up.ts';
export type { Wants } from './wants.ts';
