export { type Call, type CallAccess, call, errorsOf } from './call.ts';
export { type CallId, type CallOf, type Calls, callList, calls } from './calls/index.ts';
export type {
  Access,
  AccessItem,
  AccessPath,
  AccessSummary,
  Decision,
  Holder,
  ImportLine,
  ImportReport,
} from './entities/access.ts';
export { importReport } from './entities/access.ts';
export type {
  Application,
  Client as OpenIdClient,
  Grant,
  Permission,
  PermissionUse,
  Role,
} from './entities/application.ts';
export {
  applicationChange,
  clientChange,
  grantChange,
  newApplication,
  newClient,
  newGrant,
  newPermission,
  newRole,
  permissionChange,
  roleChange,
} from './entities/application.ts';
export type { Page, Principal, Ref } from './entities/common.ts';
export type { Actor, Event, EventAction, Found, Home, Me, Settings } from './entities/event.ts';
export type { CutOff } from './entities/live.ts';
export type { AccessRequest, Catalogue, OwnDecision, RequestPlan } from './entities/request.ts';
export { newRequest } from './entities/request.ts';
export type { Group, Member, Session, SignIn, User, UserRow } from './entities/user.ts';
export { changePassword, newUser, password, setPassword, setup, userChange } from './entities/user.ts';
export { type ErrorCode, type ErrorEntry, errorCatalogue } from './errors.ts';
export { type Limit, type LimitName, limits } from './limits.ts';
export {
  adminRole,
  applicationId,
  codePoints,
  email,
  foldIdentity,
  licetApplication,
  line,
  looksLikeAdmin,
  permissionName,
  roleName,
  text,
  username,
} from './names.ts';
export { consoleClientId, type LicetPermission, licetPermissions, licetRoles } from './permissions.ts';
export { type FieldError, fieldError, type Problem, type ProblemExtras, problem, problemOf } from './problem.ts';
export { type Screen, type ScreenName, screens } from './screens.ts';
export { type StateMachine, stateMachines } from './states.ts';
