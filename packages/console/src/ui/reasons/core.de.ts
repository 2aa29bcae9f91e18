import type { coreReasons as english, SentencesOf } from '@licet/contract/reasons';

/**
 * German sentences for refusals that any call can return: an object is missing or has changed, or the caller or the
 * token lacks a right.
 */
export const coreReasons = {
  not_found: {
    application_unknown: ({ application }) =>
      `Eine Anwendung „${application}“ gibt es nicht, oder Sie dürfen sie nicht sehen.`,
    user_unknown: ({ user }) => `Eine Person „${user}“ gibt es nicht.`,
    group_unknown: ({ group }) => `Eine Gruppe „${group}“ gibt es nicht.`,
    principal_unknown: ({ principal }) => `Weder eine Person noch eine Gruppe noch ein Programm heißt „${principal}“.`,
    permission_unknown: ({ application, permission }) => `${application} hat keine Berechtigung „${permission}“.`,
    role_unknown: ({ application, role }) => `${application} hat keine Rolle „${role}“.`,
    client_unknown: ({ application, client }) => `${application} hat keinen Client „${client}“.`,
  },
  unknown_permission: {
    permission_unlisted: ({ application, permission, near }, say) =>
      `${application} hat keine Berechtigung „${permission}“.${near.length > 0 ? ` Ähnlich heißen: ${say.names(near)}.` : ''}`,
  },
  version_conflict: {
    version_moved: ({ current, sent }) => `Inzwischen gilt Version ${current}, Ihre Änderung ging von ${sent} aus.`,
  },
  built_in: {
    part_of_licet: ({ name }) => `${name} gehört zu Licet selbst und lässt sich nicht ändern.`,
  },
  forbidden: {
    permission_needed: ({ permission }) => `Dafür brauchen Sie in Licet die Berechtigung ${permission}.`,
    filter_needs_permission: ({ filter, permission }) =>
      `Um nach ${byGerman[filter]} zu filtern, brauchen Sie in Licet die Berechtigung ${permission}.`,
    changes_need_permission: ({ permission }) =>
      `Keine dieser Änderungen dürfen Sie vornehmen. Schon für die erste brauchen Sie in Licet die Berechtigung ${permission}.`,
    operator_only: () => 'Das darf nur, wer Licet betreibt, auf dem Rechner selbst.',
  },
  unauthenticated: {
    user_needed: () => 'Dafür muss eine Person angemeldet sein.',
    user_not_active: () => 'Die Person, zu der das Token gehört, ist nicht mehr aktiv.',
    program_token_needed: () => 'Dafür braucht es das Token eines Programms.',
    token_program_deleted: () => 'Das Programm, zu dem das Token gehört, wurde gelöscht.',
  },
  token_invalid: {
    token_ended: () => 'Das Token wurde vor seinem Ablauf beendet.',
    token_of_program: () => 'Das Token gehört einem Programm. Das hier können nur Personen.',
  },
  foreign_application: {
    token_elsewhere: ({ own, application }) =>
      `Das Token gilt für „${own}“, nicht für „${application}“. Nehmen Sie ein Token dieser Anwendung, oder melden Sie sich bei Licet an.`,
    licet_token_needed: ({ own }) =>
      `Das Token gilt für „${own}“. Hier braucht es eines für Licet. Melden Sie sich bei Licet an.`,
  },
  not_a_service: {
    programs_only: () => 'Das können nur die eigenen Programme einer Anwendung.',
    own_token_needed: () => 'Das Token gilt für Licet. Hier braucht es eines für die Anwendung des Programms.',
  },
  invalid_cursor: {
    cursor_unknown: () =>
      'Der Cursor gehört zu einer anderen Liste, Sortierung oder Suche, oder zu einem anderen Zeitpunkt.',
  },
  last_admin: {
    last_administrator: () => 'Danach hätte keine aktive Person mehr die Rolle admin von Licet direkt und ohne Ende.',
  },
  live_full: {
    tab_streams_full: ({ most }, say) => `Sie haben in dieser Anwendung schon ${say.count(most)} Verbindungen offen.`,
    client_streams_full: ({ most }, say) =>
      `Dieser Client hat auf diesem Server schon ${say.count(most)} Verbindungen offen, mehr darf ein Client nicht haben. Jeder Prozess Ihrer API braucht nur eine. Schließen Sie überzählige, oder geben Sie einem Teil der Prozesse einen anderen Client der Art „Dienst“.`,
    application_streams_full: ({ most }, say) =>
      `Die Clients dieser Anwendung haben auf diesem Server schon ${say.count(most)} Verbindungen offen, mehr darf eine Anwendung nicht haben. Jeder Prozess Ihrer API braucht nur eine. Schließen Sie überzählige.`,
    server_streams_full: ({ most }, say) => `Auf diesem Server sind schon ${say.count(most)} Verbindungen offen.`,
    server_stopping: () => 'Der Server wird gerade beendet.',
    streams_not_here: () => 'Über den Socket des Betreibers gibt es keine Mitteilungen über Änderungen.',
  },
  field: {
    time_out_of_range: () => 'Der Zeitpunkt liegt nicht in den Jahren 1970 bis 9998.',
    kinds_unknown: ({ kinds }, say) => `Möglich sind ${say.names(kinds)}, mit Kommas getrennt.`,
  },
} satisfies SentencesOf<typeof english>;

const byGerman = { group: 'Gruppe', access: 'Zugriff' };
