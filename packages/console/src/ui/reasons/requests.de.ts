import type { requestReasons as english, SentencesOf } from '@licet/contract/reasons';
import { plural } from '../format.ts';

const theGiven = { role: 'die Rolle', permission: 'die Berechtigung' } as const;
const thisGiven = { role: 'Diese Rolle', permission: 'Diese Berechtigung' } as const;
const toGiven = { role: 'zur Rolle', permission: 'zur Berechtigung' } as const;
const became = {
  approved: 'wurde schon genehmigt',
  denied: 'wurde schon abgelehnt',
  withdrawn: 'wurde zurückgezogen',
  expired: 'ist verfallen',
} as const;

/** German sentences for refused requests, decisions, emergency access and delegations. */
export const requestReasons = {
  not_requestable: {
    role_not_requestable: ({ role, application }) => `Die Rolle ${role} in ${application} lässt sich nicht beantragen.`,
  },
  already_held: {
    held_by_you: ({ kind, name, application }) => `Sie haben ${theGiven[kind]} ${name} in ${application} schon.`,
    held_by_user: ({ user, kind, name, application }) =>
      `${user} hat ${theGiven[kind]} ${name} in ${application} schon.`,
  },
  request_limit: {
    your_requests_waiting: ({ most }, say) =>
      `${say.count(most)} Ihrer Anträge warten schon auf eine Entscheidung. Mehr dürfen es nicht sein.`,
    user_requests_waiting: ({ user, most }, say) =>
      `Für ${user} warten schon ${say.count(most)} Anträge auf eine Entscheidung. Mehr dürfen es nicht sein.`,
    requests_hourly: ({ most }, say) =>
      `Sie können in einer Stunde höchstens ${say.count(most)} Anträge stellen. Ein zurückgezogener zählt doppelt.`,
  },
  comment_limit: {
    comments_full: ({ most }, say) =>
      `Zu diesem Antrag gibt es schon ${say.count(most)} Kommentare. Mehr sind nicht möglich.`,
  },
  own_request: {
    request_own: ({ asks }) => `Der Antrag auf ${asks} ist Ihr eigener. Darüber entscheidet jemand anders.`,
    approval_own: ({ asks }) =>
      `Der Antrag auf ${asks} ist Ihr eigener. Die Genehmigung kann nur jemand anders zurücknehmen.`,
  },
  voted_already: {
    approved_already: ({ user }) =>
      `Sie haben den Antrag von ${user} schon genehmigt, oder jemand hat es an Ihrer Stelle getan.`,
  },
  not_your_step: {
    step_of: ({ asks, approvers }, say) =>
      `Diesen Schritt des Antrags auf ${asks} genehmigen andere: ${say.names(approvers)}.`,
    step_of_many: ({ asks, approvers, more }, say) => {
      const others = plural(more, { one: 'eine weitere Person', other: `${say.count(more)} weitere` });
      return `Diesen Schritt des Antrags auf ${asks} genehmigen andere: ${say.names(approvers)} sowie ${others}.`;
    },
    step_without_approver: ({ asks }) =>
      `Diesen Schritt des Antrags auf ${asks} genehmigen andere, aber von ihnen ist niemand übrig.`,
  },
  more_than_asked: {
    longer_than_asked: ({ most, seconds }, say) =>
      `Beantragt wurde es für ${say.seconds(most)}, nicht für ${say.seconds(seconds)}.`,
    longer_than_approved: ({ most, seconds }, say) =>
      `Zuvor wurde es für ${say.seconds(most)} genehmigt, nicht für ${say.seconds(seconds)}.`,
    not_part_of_asked: ({ given, kind, asks }) => `${thisGiven[given]} gehört nicht ${toGiven[kind]} ${asks}.`,
  },
  break_glass_refused: {
    emergency_role_unavailable: ({ role, application }) =>
      `Sie dürfen die Rolle „${role}“ in ${application} nicht sofort übernehmen, oder es gibt sie nicht.`,
    emergency_role_objected: ({ role, application }) =>
      `Innerhalb des letzten Tages ergab eine Prüfung, dass Sie die Rolle ${role} in ${application} nicht hätten übernehmen sollen.`,
  },
  throttled: {
    emergencies_daily: ({ times }, say) =>
      `Sie haben innerhalb eines Tages ${say.count(times)}-mal eine Rolle sofort übernommen.`,
  },
  own_use: {
    emergency_own: ({ role }) => `Sie haben die Rolle ${role} selbst übernommen. Das prüft jemand anders.`,
  },
  may_not_grant: {
    not_approver: ({ asks, application }) => `Sie entscheiden nicht über Anträge auf ${asks} in ${application}.`,
    not_commenter: ({ asks }) =>
      `Den Antrag auf ${asks} kommentiert nur, wer ihn gestellt hat oder darüber entscheidet.`,
  },
  not_found: {
    request_unknown: ({ id }) => `Einen Antrag mit der Kennung ${id} gibt es nicht, oder Sie dürfen ihn nicht sehen.`,
    renewable_grant_unknown: ({ application, name, id }) =>
      `${application} hat keine Freigabe von ${name} mit der Kennung ${id}, die sich so verlängern ließe.`,
    emergency_unknown: ({ id }) =>
      `Eine sofort übernommene Rolle mit der Kennung ${id} gibt es nicht, oder Sie dürfen sie nicht sehen.`,
    delegate_unknown: ({ name }) => `Keine aktive Person hat den Benutzernamen oder die E-Mail-Adresse ${name}.`,
  },
  wrong_state: {
    request_closed: ({ user, asks, state }) => `Der Antrag von ${user} auf ${asks} ${became[state]}.`,
    requester_left: ({ user, asks }) =>
      `Der Antrag von ${user} auf ${asks} endete, als ${user} gesperrt oder gelöscht wurde.`,
    requested_deleted: ({ user, asks }) => `Der Antrag von ${user} auf ${asks} endete, als ${asks} gelöscht wurde.`,
    requester_suspended: ({ user }) =>
      `${user} ist gesperrt. Lassen Sie die Person zuerst wieder zu, oder lehnen Sie den Antrag ab.`,
    proposed_user_suspended: ({ user }) =>
      `${user} ist gesperrt. Lassen Sie die Person zuerst wieder zu, dann stellen Sie den Antrag.`,
    renewal_endless: ({ name }) => `Die Freigabe von ${name} hat kein Ende und muss nicht verlängert werden.`,
    renewal_not_in_force: ({ name }) =>
      `Die Freigabe von ${name} gilt zurzeit nicht und lässt sich nicht verlängern. Stellen Sie einen neuen Antrag.`,
    approval_not_recent: ({ within }, say) =>
      `Zurücknehmen lässt sich nur eine Genehmigung, und das ${say.seconds(within)} lang. Danach entziehen Sie die Freigabe.`,
    emergency_reviewed: ({ user, role }) => `Dass ${user} die Rolle ${role} sofort übernommen hat, ist schon geprüft.`,
    delegate_self: () => 'Sie entscheiden ohnehin selbst. Nennen Sie jemand anderen.',
    delegation_too_long: ({ longest }, say) =>
      `Eine Vertretung dauert höchstens ${say.seconds(longest)}. Wählen Sie ein früheres Ende.`,
    delegation_none: () => 'Niemand entscheidet an Ihrer Stelle.',
  },
  ends_before_start: {
    delegation_ends_first: () => 'Die Vertretung würde enden, bevor sie beginnt. Wählen Sie ein späteres Ende.',
  },
  in_the_past: {
    delegation_over: () => 'Die Vertretung wäre schon vorbei. Wählen Sie ein späteres Ende.',
  },
} satisfies SentencesOf<typeof english>;
