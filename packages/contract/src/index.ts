export {
  type AddressFault,
  type CompanionAddresses,
  companionsOf,
  faultOfReturn,
  isLoopback,
} from './addresses.ts';
export type { ChainFault } from './audit-chain/faults.ts';
export { browserNames } from './browsers.ts';
export { type Call, type CallAccess, call, errorsOf, errorsOfAll } from './call.ts';
export { type CallId, type CallOf, type Calls, callList, calls } from './calls/index.ts';
export { type LongRevertLine, longPlanSent, type PlannedCall, type PlannedChange } from './calls/plans.ts';
export { type SignInCalls, type SignInVerb, signInCallList, signInCalls } from './calls/sign-in.ts';
export { contrastOf, type Ground, isReadable, nearestReadable } from './colours.ts';
export { byteOrderMark, type CsvDelimiter, csvWriter, withFormulaGuard, withoutFormulaGuard } from './csv.ts';
export { daysLater } from './days-later.ts';
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
export {
  type Appearance,
  appearanceChange,
  type Picture,
  type PictureType,
  type PictureUse,
  pictureType,
  pictureUses,
} from './entities/appearance.ts';
export { type Application, applicationChange, newApplication } from './entities/applications.ts';
export type {
  Actor,
  Event,
  EventAction,
  EventDetail,
  EventInSet,
  EventOrigin,
  Verification,
} from './entities/audit.ts';
export type { BreakGlassUse } from './entities/break-glass.ts';
export {
  type Client as OpenIdClient,
  type ClientKey,
  clientChange,
  type EndingClientKey,
  newClient,
  newClientKey,
  type PublicKey,
  publicKey,
} from './entities/clients.ts';
export type { AsOf, Page, Principal, PrincipalRef, Ref } from './entities/common.ts';
export {
  type Connection,
  type ConnectionTest,
  connectionChange,
  type DirectoryConnection,
  type Identity,
  newConnection,
  newDirectoryConnection,
  newProviderConnection,
  type ProviderConnection,
} from './entities/connections.ts';
export {
  acrValues,
  type Credentials,
  code,
  type OwnCredentials,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyOffer,
  type PasskeyQuestion,
  type PasskeyRegistration,
  passkey,
  passkeyAssertion,
  passkeyRegistration,
  strongestAcr,
} from './entities/credentials.ts';
export type { Delegation, Delegations } from './entities/delegations.ts';
export type { Difference, DifferenceEnd, DifferenceGrant, DifferenceMoment } from './entities/differences.ts';
export {
  type DirectoryLine,
  type DirectoryProgress,
  type DirectoryReport,
  type DirectoryRole,
  type DirectoryUser,
  directoryLine,
} from './entities/directory.ts';
export {
  keptBecause,
  leavingBecause,
  type SyncPlan,
  type SyncPlanned,
  type SyncRun,
  type SyncState,
} from './entities/directory-sync.ts';
export type { HandedOver, HandOver, UserDuties } from './entities/duties.ts';
export { ownAddress } from './entities/emails.ts';
export { type Ending, type EndingKind, endingKinds } from './entities/endings.ts';
export { type Gives, type GivesRef, type Grant, grantChange, newGrant } from './entities/grants.ts';
export type { Group, Member } from './entities/groups.ts';
export type {
  Invitation,
  InvitationRound,
  InvitationRoundNamed,
  Invited,
  NotInvited,
  Withdrawn,
} from './entities/invitations.ts';
export type { SigningKey } from './entities/keys.ts';
export { bindName, type DirectorySettings } from './entities/ldap.ts';
export type { CutOff } from './entities/live.ts';
export {
  type Mail,
  type MailExample,
  type MailFailure,
  type MailLanguage,
  type MailPreview,
  type MailSecurity,
  type MailSettings,
  type MailState,
  type MailTemplate,
  mailLanguage,
  mailTemplate,
  newMailServer,
  newMailWebhook,
} from './entities/mail.ts';
export type { RoleMatrix, UserMatrix } from './entities/matrix.ts';
export type { Home, Me, OwnData, OwnDecision, SignInHealth } from './entities/me.ts';
export type { Encryption, RecoveredAdmin, ResealingLine, ServerCondition, Status } from './entities/operator.ts';
export { changePassword, type LinkWay, password, setPassword } from './entities/passwords.ts';
export { type Catalogue, newPermission, type Permission, permissionChange } from './entities/permissions.ts';
export {
  type LongApplicationLine,
  type LongPlanLine,
  type MadeBySet,
  type NameFinding,
  type NameInFiles,
  type NotEvaluated,
  nameInFiles,
  type Plan,
  type PlanEffect,
  type PlannedStep,
} from './entities/plans.ts';
export {
  type ApplicationPolicy,
  type ApplicationPolicyChange,
  type Demand,
  type FirstWay,
  firstWay,
  type NewDemand,
  type Planned,
  type PlanOutcome,
  type Policy,
  type PolicyChange,
  type PolicyPlan,
  planOutcome,
  policyChange,
  policyMailing,
} from './entities/policy.ts';
export {
  type AccessRequest,
  type AskableRole,
  newRequest,
  type RequestComment,
  type RequestOutcomes,
  type RequestPlan,
  type RequestStep,
  type RequestsPlan,
} from './entities/requests.ts';
export type {
  AppliedEffects,
  AppliedPlan,
  AppliedPlanInFull,
  NotReverted,
  RevertObstacle,
} from './entities/reverts.ts';
export {
  type NewReview,
  newReview,
  type Review,
  type ReviewCounts,
  type ReviewDecided,
  type ReviewDecision,
  type Reviewers,
  type ReviewItem,
  type ReviewItemState,
  type ReviewPlan,
  type ReviewReason,
  type ReviewScope,
  type ReviewStep,
} from './entities/reviews.ts';
export { type RolePolicy, type RolePolicyChange, rolePolicyChange, usualRolePolicy } from './entities/role-policies.ts';
export { newRole, type Role, roleChange } from './entities/roles.ts';
export type { Found } from './entities/search.ts';
export {
  type DutyElement,
  type HeldElement,
  type NewSeparation,
  newSeparation,
  newSeparationException,
  type Separation,
  type SeparationException,
  type Violation,
} from './entities/separations.ts';
export type { AccessSeries, SignInSeries, UsageSeries } from './entities/series.ts';
export type { Settings } from './entities/settings.ts';
export { setup } from './entities/setup.ts';
export type {
  NextStep,
  OfferedProvider,
  SecondWay,
  SetUpWay,
  SignInDetails,
  StepReply,
  WayBack,
} from './entities/sign-in.ts';
export type { PermissionUse, Unused, UnusedInRole, UnusedInRoles } from './entities/usage.ts';
export {
  type Erasure,
  type ErasurePlan,
  type KnownBrowser,
  type Missing,
  newUser,
  type Session,
  type SignIn,
  type User,
  type UserFilter,
  type UserRow,
  userChange,
} from './entities/users.ts';
export { type ErrorCode, type ErrorEntry, errorCatalogue } from './errors.ts';
export {
  domainKey,
  domainOf,
  emailForServers,
  emailKey,
  foldIdentity,
  identityKey,
  identityKeys,
  typedName,
} from './identity-keys.ts';
export { type Limit, type LimitName, limits } from './limits.ts';
export { compareNames } from './name-order.ts';
export {
  adminRole,
  applicationId,
  codePoints,
  email,
  licetApplication,
  line,
  newEmail,
  newUsername,
  permissionName,
  roleName,
  text,
  username,
} from './names.ts';
export { cliClientId, consoleClientId, type LicetPermission, licetPermissions, licetRoles } from './permissions.ts';
export { erasedName, erasedUsername } from './person-name.ts';
export { type FieldError, fieldError, type Problem, type ProblemExtras, problem, problemOf } from './problem.ts';
export { type Screen, type ScreenName, screens } from './screens.ts';
export { foldForSearch, type SearchTerms, searchFilter, searchTerms } from './searching.ts';
export { shellCommand, shellWord } from './shell-word.ts';
export { shownDomain, shownEmail } from './shown-addresses.ts';
export { signOf } from './sign-of-change.ts';
export { type StateMachine, stateMachines } from './states.ts';
