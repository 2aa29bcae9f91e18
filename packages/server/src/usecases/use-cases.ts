import { type CallId, callList } from '@licet/contract';
import * as accessExport from './access/export.ts';
import * as accessImport from './access/import.ts';
import * as accessRead from './access/read.ts';
import * as appearance from './appearance/index.ts';
import * as applicationsChange from './applications/change.ts';
import * as applicationsRead from './applications/read.ts';
import * as auditExport from './audit/export.ts';
import * as audit from './audit/read.ts';
import { authoriseNow, type CallerAccess, nobody } from './authorise.ts';
import * as breakGlassReview from './break-glass/use.ts';
import * as breakGlassUse from './break-glass/use.ts';
import * as clients from './clients/change.ts';
import * as clientsKeys from './clients/keys.ts';
import * as clientsRead from './clients/read.ts';
import * as connectionsChange from './connections/change.ts';
import * as connectionsRead from './connections/read.ts';
import * as connectionsSync from './connections/sync/calls.ts';
import type { Context } from './context.ts';
import * as identities from './credentials/identities.ts';
import * as credentials from './credentials/own.ts';
import * as passkeys from './credentials/passkeys.ts';
import * as credentialsReset from './credentials/reset.ts';
import * as totp from './credentials/totp.ts';
import * as differences from './differences/read.ts';
import * as emailsAsk from './emails/ask.ts';
import * as emailsVerify from './emails/verify.ts';
import * as endings from './endings/read.ts';
import * as grantsChange from './grants/change.ts';
import * as grantsRead from './grants/read.ts';
import * as groupsChange from './groups/index.ts';
import * as groupsRead from './groups/index.ts';
import * as invitationsChange from './invitations/index.ts';
import * as invitationsRead from './invitations/index.ts';
import * as invitationsLinks from './invitations/links.ts';
import * as keys from './keys/index.ts';
import * as live from './live/index.ts';
import * as mailByHand from './mail/outbox.ts';
import * as mailOutbox from './mail/outbox.ts';
import * as mailSettings from './mail/settings.ts';
import * as account from './me/account.ts';
import * as decision from './me/decision.ts';
import * as delegation from './me/delegation.ts';
import * as download from './me/download.ts';
import * as home from './me/home.ts';
import * as inbox from './me/inbox.ts';
import * as operator from './operator/index.ts';
import * as passwords from './passwords/index.ts';
import * as permissionsChange from './permissions/index.ts';
import * as permissionsRead from './permissions/index.ts';
import * as appliedPlans from './plans/applied.ts';
import * as plansApply from './plans/apply.ts';
import * as plannedSets from './plans/created-ids.ts';
import * as longPlans from './plans/long.ts';
import * as planNames from './plans/names.ts';
import * as plansMake from './plans/plan.ts';
import * as plannedReverts from './plans/revert/index.ts';
import * as policy from './policy/index.ts';
import * as policyMail from './policy/mail.ts';
import * as policyOfApplication from './policy/of-application.ts';
import * as approve from './requests/approve.ts';
import * as requestsTogether from './requests/approve.ts';
import * as ask from './requests/ask.ts';
import * as close from './requests/close.ts';
import * as requestsComments from './requests/comments.ts';
import * as plan from './requests/plan.ts';
import * as requestsCatalogue from './requests/read.ts';
import * as requestsRead from './requests/read.ts';
import * as reviewsChange from './reviews/change.ts';
import * as reviewsClose from './reviews/close.ts';
import * as reviewsDecide from './reviews/decide.ts';
import * as reviewsEvidence from './reviews/evidence.ts';
import * as reviewsRead from './reviews/read.ts';
import * as rolesChange from './roles/index.ts';
import * as rolesRead from './roles/index.ts';
import * as rolesPolicy from './roles/policy.ts';
import * as search from './search/index.ts';
import * as separationsChange from './separations/change.ts';
import * as separationsRead from './separations/read.ts';
import * as settings from './settings/index.ts';
import * as setup from './setup/index.ts';
import * as usage from './usage/index.ts';
import { callsMade, type UseCase } from './use-case.ts';
import * as usersChange from './users/change.ts';
import * as usersDuties from './users/duties.ts';
import * as usersErase from './users/erase.ts';
import * as usersHandOver from './users/hand-over.ts';
import * as usersInvite from './users/invite.ts';
import * as usersRead from './users/read.ts';
import * as views from './users/views.ts';

/** The validated input of some call. */
export interface AnyInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
  readonly lastEventId?: number | undefined;
}

/**
 * Checks that a caller may make a call, by the contract and its path parameters, before anything else is read.
 * Changes check again under the writer lock.
 * @throws Refusal as {@link authorise}
 */
export async function requireAccess(id: CallId, { database, caller }: Context, params: unknown): Promise<CallerAccess> {
  if (open.has(id)) return nobody;
  return authoriseNow(database, caller, id, params);
}

/**
 * Performs a call that {@link requireAccess} allowed with that access. The contract must have validated the input.
 * @throws Refusal whatever the contract declares for the call
 */
export async function perform(id: CallId, context: Context, access: CallerAccess, input: AnyInput): Promise<unknown> {
  const useCase = useCases.get(id);
  if (!useCase) throw new Error(`There is no use case for the call ${id}.`);
  const asked = { ...context, ...nothing, ...input, access };
  return callsMade.tracePromise(() => useCase.perform(asked), { id });
}

const nothing = { params: undefined, query: undefined, body: undefined, ifMatch: undefined };

// Each use case that these modules export implements the call that it names.
const modules = [
  setup,
  passwords,
  account,
  decision,
  download,
  home,
  inbox,
  usersChange,
  usersRead,
  usersDuties,
  usersErase,
  usersHandOver,
  views,
  groupsRead,
  groupsChange,
  credentials,
  identities,
  passkeys,
  totp,
  credentialsReset,
  applicationsRead,
  applicationsChange,
  permissionsRead,
  permissionsChange,
  rolesRead,
  rolesChange,
  rolesPolicy,
  grantsRead,
  grantsChange,
  endings,
  clients,
  clientsKeys,
  clientsRead,
  accessRead,
  accessExport,
  accessImport,
  differences,
  requestsRead,
  requestsCatalogue,
  requestsComments,
  requestsTogether,
  delegation,
  ask,
  plan,
  plansMake,
  plansApply,
  longPlans,
  planNames,
  appliedPlans,
  breakGlassReview,
  breakGlassUse,
  plannedReverts,
  plannedSets,
  approve,
  close,
  live,
  usage,
  audit,
  auditExport,
  settings,
  policy,
  policyMail,
  policyOfApplication,
  keys,
  search,
  operator,
  mailSettings,
  mailOutbox,
  mailByHand,
  usersInvite,
  emailsAsk,
  emailsVerify,
  appearance,
  invitationsRead,
  invitationsChange,
  invitationsLinks,
  connectionsRead,
  connectionsSync,
  connectionsChange,
  separationsRead,
  separationsChange,
  reviewsRead,
  reviewsChange,
  reviewsDecide,
  reviewsClose,
  reviewsEvidence,
];

type Exports<Module> = Module extends unknown ? Module[keyof Module] : never;
type Made = Extract<Exports<(typeof modules)[number]>, { readonly id: CallId }>['id'];
/** Does not compile if a call has no use case; the error names it. */
true satisfies [Exclude<CallId, Made>] extends [never] ? true : Exclude<CallId, Made>;

// The type of a use case that is chosen by name at run time, so the type of its input is not known.
type AnyUseCase = {
  readonly id: CallId;
  perform(asked: AnyInput & { readonly access: CallerAccess }): Promise<unknown>;
};

const useCases: ReadonlyMap<CallId, AnyUseCase> = new Map(
  modules
    .flatMap((module): unknown[] => Object.values(module))
    .filter((made): made is AnyUseCase & UseCase => typeof made === 'object' && made !== null && 'perform' in made)
    .map((useCase) => [useCase.id, useCase]),
);
const open = new Set(callList.filter(([, { access }]) => access.kind === 'anyone').map(([id]) => id));
