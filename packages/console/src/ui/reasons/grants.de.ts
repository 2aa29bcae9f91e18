import type { grantReasons as english, Sentence, SentencesOf } from '@licet/contract/reasons';

const ofProgram =
  (what: string): Sentence<{ program: 'name'; application: 'application' }> =>
  ({ program, application }, say) =>
    `${program} hat jetzt oder später Zugriff auf ${say.application(application)}. Nur wer dort Zugriff freigeben darf, darf ${what}.`;

const kinds = { user: 'eine Person', group: 'eine Gruppe', client: 'ein Programm' } as const;

/** German sentences for refused grants and memberships, and for users who may not grant or revoke access. */
export const grantReasons = {
  longer_than_allowed: {
    role_duration: ({ role, longest }, say) =>
      `Die Rolle ${role} wird für höchstens ${say.seconds(longest)} freigegeben.`,
    role_end: ({ role, longest, latest }, say) =>
      `Die Rolle ${role} wird für höchstens ${say.seconds(longest)} ab Beginn freigegeben, hier also längstens bis ${say.instant(latest)}.`,
  },
  second_approver_needed: {
    role_needs_two: ({ role }) => `Jeder Freigabe der Rolle ${role} müssen zwei Personen zustimmen.`,
  },
  reason_needed: {
    role_needs_reason: ({ role }) => `Die Rolle ${role} wird nur mit einer Begründung freigegeben.`,
  },
  may_not_grant: {
    not_administrator: () => 'Nur Administratoren von Licet dürfen Zugriff auf Licet selbst geben oder entziehen.',
    not_owner: ({ application }, say) =>
      `Nur Eigentümer und Personen, die dort Freigaben verwalten, dürfen Zugriff auf ${say.application(application)} geben oder entziehen.`,
    group_needs_second_factor: ({ group }) =>
      `Die Anmelderegeln verlangen von allen in ${group} einen zweiten Faktor. Nur wer diese Regeln ändern darf, darf jemanden aus der Gruppe nehmen.`,
    user_has_licet: ({ user }) =>
      `${user} hat Zugriff auf Licet selbst. Das dürfen deshalb nur Administratoren von Licet.`,
    user_owns: ({ user, application }, say) =>
      `${user} gehört zu den Eigentümern von ${say.application(application)}. Dort dürfen Sie keinen Zugriff freigeben oder entziehen.`,
    user_decides: ({ user, application }, say) =>
      `${user} entscheidet über Anträge für ${say.application(application)}. Dort dürfen Sie keinen Zugriff freigeben oder entziehen.`,
    user_reviews: ({ user, application }, say) =>
      `${user} überprüft den Zugriff auf ${say.application(application)}. Dort dürfen Sie keinen Zugriff freigeben oder entziehen.`,
    user_reviews_group: ({ user }) =>
      `${user} überprüft, wer in einer Gruppe ist. Das dürfen deshalb nur Personen, die Gruppen verwalten.`,
    user_has_access: ({ user, application }, say) =>
      `${user} hat jetzt oder später Zugriff auf ${say.application(application)}. Nur wer dort Zugriff freigeben darf oder die Berechtigung credentials.reset hat, darf ändern, wie sich ${user} anmeldet.`,
    program_renamed: ofProgram('es umbenennen'),
    program_deleted: ofProgram('es löschen'),
    program_key_added: ofProgram('ihm ein Geheimnis oder einen Schlüssel geben'),
    program_name_used: ({ program, application }, say) =>
      `Ein anderer Client namens ${program} hatte Zugriff auf ${say.application(application)}. Nur wer dort Zugriff freigeben darf, darf den Namen wieder vergeben. Wählen Sie einen anderen.`,
    hands_over_applications: () =>
      'Nur wer Anwendungen verwaltet, kann Anwendungen und Rollen übergeben. Lassen Sie diese weg, oder bitten Sie jemanden darum.',
    hands_over_reviews: () =>
      'Nur wer Überprüfungen verwaltet, kann Überprüfungen übergeben. Lassen Sie diese weg, oder bitten Sie jemanden darum.',
    decides_nothing: () => 'Sie entscheiden über keine Anträge und können deshalb keine Entscheidungen übertragen.',
  },
  people_only: {
    about_a_user: () => 'Hier geht es um die angemeldete Person, das Token gehört aber einem Programm.',
    ways_to_sign_in: ({ user }) => `Programme dürfen nicht ändern, wie sich ${user} anmeldet.`,
    separations: () => 'Programme dürfen Funktionstrennungen nicht ändern.',
    emergency_reviews: () => 'Programme dürfen nicht prüfen, was im Notfall übernommen wurde.',
  },
  not_found: {
    grant_unknown: ({ application, id }) => `${application} hat keine Freigabe mit der Kennung ${id}.`,
    member_unknown: ({ member, group }) => `${member} ist in ${group} nicht direkt Mitglied.`,
  },
  wrong_state: {
    grant_ended: ({ gives, principal, state }) =>
      `Die Freigabe von ${gives} für ${principal} ${state === 'expired' ? 'ist abgelaufen' : 'wurde entzogen'}.`,
    program_as_member: ({ program }) =>
      `${program} ist ein Programm; Mitglieder sind Personen und Gruppen. Geben Sie dem Programm den Zugriff direkt.`,
  },
  field: {
    grant_at_most: ({ longest }, say) => `Höchstens ${say.seconds(longest)}.`,
    grant_until: ({ latest }, say) => `Das späteste mögliche Ende ist ${say.instant(latest)}.`,
    grant_reason_missing: () => 'Geben Sie einen Grund an. Er steht im Protokoll, und wer überprüft, liest ihn.',
    principal_of_kind: ({ principal, kind }) => `${principal} ist ${kinds[kind]}.`,
    given_unknown: ({ application, kind, id }) =>
      `${application} hat keine ${kind === 'role' ? 'Rolle' : 'Berechtigung'} mit der Kennung ${id}.`,
    grant_states: ({ states }, say) => `Die Status sind ${say.names(states)}. Trennen Sie mehrere durch Kommas.`,
  },
} satisfies SentencesOf<typeof english>;
