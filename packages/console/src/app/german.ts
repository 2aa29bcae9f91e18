import * as bulk from '../blocks/bulk/words.de.ts';
import * as decision from '../blocks/decision/words.de.ts';
import * as emergency from '../blocks/emergency/words.de.ts';
import * as blocksEvents from '../blocks/events/words.de.ts';
import * as failedCalls from '../blocks/failed-calls/words.de.ts';
import * as membership from '../blocks/membership/words.de.ts';
import * as newGrants from '../blocks/new-grants/words.de.ts';
import * as overTime from '../blocks/over-time/words.de.ts';
import * as places from '../blocks/places/words.de.ts';
import * as planEffects from '../blocks/plan-effects/words.de.ts';
import * as question from '../blocks/question/words.de.ts';
import * as revert from '../blocks/revert/words.de.ts';
import * as blocksReviews from '../blocks/reviews/words.de.ts';
import * as signInRules from '../blocks/sign-in-rules/words.de.ts';
import * as twelveMonths from '../blocks/twelve-months/words.de.ts';
import * as views from '../blocks/views/words.de.ts';
import * as blocks from '../blocks/words.de.ts';
import * as appearance from '../features/appearance/words.de.ts';
import * as applicationsClients from '../features/applications/clients/words.de.ts';
import * as applicationsDetails from '../features/applications/details/words.de.ts';
import * as applicationsGrants from '../features/applications/grants/words.de.ts';
import * as applicationsImport from '../features/applications/import/words.de.ts';
import * as applicationsIntegration from '../features/applications/integration/words.de.ts';
import * as applicationsMatrix from '../features/applications/matrix/words.de.ts';
import * as applicationsOverview from '../features/applications/overview/words.de.ts';
import * as applicationsPermissions from '../features/applications/permissions/words.de.ts';
import * as applicationsRoles from '../features/applications/roles/words.de.ts';
import * as applicationsUsage from '../features/applications/usage/words.de.ts';
import * as applications from '../features/applications/words.de.ts';
import * as audit from '../features/audit/words.de.ts';
import * as changes from '../features/changes/words.de.ts';
import * as connectionsSync from '../features/connections/sync-words.de.ts';
import * as connections from '../features/connections/words.de.ts';
import * as differences from '../features/differences/words.de.ts';
import * as emergencies from '../features/emergencies/words.de.ts';
import * as ending from '../features/ending/words.de.ts';
import * as explain from '../features/explain/words.de.ts';
import * as fewestRoles from '../features/fewest-roles/words.de.ts';
import * as groups from '../features/groups/words.de.ts';
import * as home from '../features/home/words.de.ts';
import * as inbox from '../features/inbox/todo/words.de.ts';
import * as requests from '../features/inbox/words.de.ts';
import * as inspect from '../features/inspect/words.de.ts';
import * as invite from '../features/invite/words.de.ts';
import * as mail from '../features/mail/words.de.ts';
import * as me from '../features/me/words.de.ts';
import * as palette from '../features/palette/words.de.ts';
import * as policy from '../features/policy/words.de.ts';
import * as reviews from '../features/reviews/words.de.ts';
import * as separations from '../features/separations/words.de.ts';
import * as settings from '../features/settings/words.de.ts';
import * as usersBulk from '../features/users/bulk/words.de.ts';
import * as usersEnding from '../features/users/ending-words.de.ts';
import * as usersInvitation from '../features/users/invitation-words.de.ts';
import * as users from '../features/users/words.de.ts';
import * as shell from '../shell/words.de.ts';
import type { Translation } from '../ui/language.ts';
import * as uiList from '../ui/list-words.de.ts';
import { allReasons } from '../ui/reasons/all.de.ts';
import { germanReasons } from '../ui/reasons/german.ts';
import * as ui from '../ui/words.de.ts';
import * as app from './words.de.ts';

/** Every German catalogue by its name, in one file that only loads for German. */
export const german = {
  app,
  appearance,
  applications,
  'applications.clients': applicationsClients,
  'applications.details': applicationsDetails,
  'applications.grants': applicationsGrants,
  'applications.import': applicationsImport,
  'applications.integration': applicationsIntegration,
  'applications.matrix': applicationsMatrix,
  'applications.overview': applicationsOverview,
  'applications.permissions': applicationsPermissions,
  'applications.roles': applicationsRoles,
  'applications.usage': applicationsUsage,
  audit,
  blocks,
  'blocks.bulk': bulk,
  'blocks.decision': decision,
  'blocks.membership': membership,
  'blocks.emergency': emergency,
  'blocks.events': blocksEvents,
  'blocks.failed-calls': failedCalls,
  'blocks.new-grants': newGrants,
  'blocks.over-time': overTime,
  'blocks.places': places,
  'blocks.plan-effects': planEffects,
  'blocks.question': question,
  'blocks.revert': revert,
  'blocks.reviews': blocksReviews,
  'blocks.sign-in-rules': signInRules,
  'blocks.twelve-months': twelveMonths,
  'blocks.views': views,
  changes,
  differences,
  emergencies,
  ending,
  explain,
  'fewest-roles': fewestRoles,
  groups,
  home,
  inbox,
  inspect,
  invite,
  mail,
  me,
  palette,
  policy,
  reasons: germanReasons(allReasons),
  requests,
  reviews,
  connections,
  'connections.sync': connectionsSync,
  separations,
  settings,
  shell,
  ui,
  'ui.list': uiList,
  users,
  'users.bulk': usersBulk,
  'users.invitation': usersInvitation,
  'users.ending': usersEnding,
} satisfies Translation;
