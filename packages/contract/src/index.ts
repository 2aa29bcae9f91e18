export { acrValues, strongestAcr } from './acr.ts';
export { type AddressFault, type CompanionAddresses, companionsOf, faultOfReturn, isLoopback } from './addresses.ts';
export type { ChainFault } from './audit-chain/faults.ts';
export { browserNames } from './browsers.ts';
export { type Call, type CallAccess, call, errorsOf, errorsOfAll } from './call.ts';
export { type CallId, type CallOf, type Calls, callList, calls } from './calls.ts';
export { contrastOf, type Ground, isReadable, nearestReadable } from './colours.ts';
export { byteOrderMark, type CsvDelimiter, csvWriter, withFormulaGuard, withoutFormulaGuard } from './csv.ts';
export { daysLater } from './days-later.ts';
export { type ErrorCode, type ErrorEntry, errorCatalogue } from './errors.ts';
export {
  adminRole,
  cliClientId,
  consoleClientId,
  erasedName,
  erasedUsername,
  licetApplication,
} from './fixed-names.ts';
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
export {
  applicationId,
  codePoints,
  email,
  line,
  newEmail,
  newUsername,
  permissionName,
  roleName,
  text,
  username,
} from './names.ts';
export { nearestName } from './nearest-name.ts';
export {
  type Access,
  type AccessItem,
  type AccessPath,
  type AccessSummary,
  type Decision,
  type HeldPeriod,
  type HeldPeriods,
  type Holder,
  type ImportLine,
  type ImportReport,
  importReport,
} from './nouns/access.ts';
export {
  type Appearance,
  appearanceChange,
  type Picture,
  type PictureType,
  type PictureUse,
  pictureType,
  pictureUses,
} from './nouns/appearance.ts';
export {
  type Application,
  applicationChange,
  newApplication,
  type RoleMatrix,
  type UserMatrix,
} from './nouns/applications.ts';
export type {
  Actor,
  Event,
  EventAction,
  EventDetail,
  EventInSet,
  EventOrigin,
  SignIn,
  Verification,
} from './nouns/audit.ts';
export type { BreakGlassUse } from './nouns/break-glass.ts';
export {
  type Client as OpenIdClient,
  type ClientKey,
  clientChange,
  type EndingClientKey,
  newClient,
  newClientKey,
  type PublicKey,
  publicKey,
} from './nouns/clients.ts';
export type {
  AccessSeries,
  AsOf,
  GainSeries,
  Page,
  Principal,
  PrincipalRef,
  Ref,
  SignInSeries,
  UsageSeries,
} from './nouns/common.ts';
export {
  bindName,
  type Connection,
  type ConnectionTest,
  connectionChange,
  type DirectoryConnection,
  type DirectorySettings,
  type Identity,
  newConnection,
  newDirectoryConnection,
  newProviderConnection,
  type ProviderConnection,
} from './nouns/connections.ts';
export {
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
} from './nouns/credentials.ts';
export type { Difference, DifferenceEnd, DifferenceGrant, DifferenceMoment } from './nouns/differences.ts';
export {
  type DirectoryLine,
  type DirectoryProgress,
  type DirectoryReport,
  type DirectoryRole,
  type DirectoryUser,
  directoryLine,
} from './nouns/directory-import.ts';
export {
  keptBecause,
  leavingBecause,
  type SyncPlan,
  type SyncPlanned,
  type SyncRun,
  type SyncState,
} from './nouns/directory-sync.ts';
export { ownAddress } from './nouns/emails.ts';
export { type Ending, type EndingKind, endingKinds } from './nouns/endings.ts';
export { type Gives, type GivesRef, type Grant, grantChange, newGrant } from './nouns/grants.ts';
export type { Group, Member } from './nouns/groups.ts';
export type {
  Invitation,
  InvitationRound,
  InvitationRoundNamed,
  Invited,
  NotInvited,
  Withdrawn,
} from './nouns/invitations.ts';
export type { SigningKey } from './nouns/keys.ts';
export type { CutOff } from './nouns/live.ts';
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
} from './nouns/mail.ts';
export type {
  Delegation,
  Delegations,
  Home,
  Inbox,
  InboxSync,
  Me,
  OwnData,
  OwnDecision,
  SignInHealth,
} from './nouns/me.ts';
export type {
  Encryption,
  PutBackReport,
  RecoveredAdmin,
  ResealingLine,
  ServerCondition,
  Status,
} from './nouns/operator.ts';
export { changePassword, type LinkWay, password, setPassword } from './nouns/passwords.ts';
export { type Catalogue, newPermission, type Permission, permissionChange } from './nouns/permissions.ts';
export { type LongRevertLine, longPlanSent, type PlannedCall, type PlannedChange } from './nouns/plan-calls.ts';
export {
  type AppliedEffects,
  type AppliedPlan,
  type AppliedPlanInFull,
  type LongApplicationLine,
  type LongPlanLine,
  type MadeBySet,
  type NameFinding,
  type NameInFiles,
  type NotEvaluated,
  type NotReverted,
  nameInFiles,
  type Plan,
  type PlanEffect,
  type PlannedStep,
  type RevertObstacle,
} from './nouns/plans.ts';
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
} from './nouns/policy.ts';
export {
  type AccessRequest,
  type AskableRole,
  newRequest,
  type RequestComment,
  type RequestOutcomes,
  type RequestPlan,
  type RequestStep,
  type RequestsPlan,
} from './nouns/requests.ts';
export type { ReviewCoverage } from './nouns/review-calls.ts';
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
} from './nouns/reviews.ts';
export {
  newRole,
  type Role,
  type RolePolicy,
  type RolePolicyChange,
  roleChange,
  rolePolicyChange,
  usualRolePolicy,
} from './nouns/roles.ts';
export type { Found } from './nouns/search.ts';
export {
  type DutyElement,
  type HeldElement,
  type NewSeparation,
  newSeparation,
  newSeparationException,
  type Separation,
  type SeparationException,
  type Violation,
} from './nouns/separations.ts';
export type { Settings } from './nouns/settings.ts';
export { setup } from './nouns/setup.ts';
export {
  type NextStep,
  type OfferedProvider,
  type SecondWay,
  type SetUpWay,
  type SignInCalls,
  type SignInDetails,
  type SignInVerb,
  type StepReply,
  signInCallList,
  signInCalls,
  type WayBack,
} from './nouns/sign-in.ts';
export type {
  PermissionsUse,
  PermissionUse,
  RoleUse,
  Unused,
  UnusedInRole,
  UnusedInRoles,
  UnusedOfUser,
} from './nouns/usage.ts';
export {
  type Erasure,
  type ErasurePlan,
  type HandedOver,
  type HandOver,
  type KnownBrowser,
  type MatchingUser,
  type Missing,
  newUser,
  type Session,
  type User,
  type UserDuties,
  type UserFilter,
  type UserRow,
  userChange,
} from './nouns/users.ts';
export type { SharedView } from './nouns/views.ts';
export { pageOfClients } from './page-of-clients.ts';
export { type LicetPermission, licetPermissions, licetRoles } from './permissions.ts';
export { type FieldError, fieldError, type Problem, type ProblemExtras, problem } from './problem.ts';
export { problemOf } from './problem-of.ts';
export { type Screen, type ScreenName, screens } from './screens.ts';
export { compareNames, foldForSearch, type SearchTerms, searchFilter, searchTerms } from './searching.ts';
export { shellCommand, shellWord } from './shell-word.ts';
export { shownDomain, shownEmail } from './shown-addresses.ts';
export { signOf } from './sign-of-change.ts';
export { type StateMachine, stateMachines } from './states.ts';
