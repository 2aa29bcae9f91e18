import type { userReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for refused changes, invitations, hand-overs and erasures of users. */
export const userReasons = {
  not_found: {
    view_unknown: () => 'Diese geteilte Ansicht gibt es nicht. Vielleicht wurde sie gelöscht.',
    user_never_known: ({ user }) => `Eine Person mit der Kennung ${user} gibt es nicht und gab es nie.`,
    import_unknown: ({ event }) =>
      `Eine Änderung mit der Nummer ${event} gibt es nicht. Der Bericht eines Imports nennt die Nummer seiner Änderung.`,
  },
  too_large: {
    views_too_many: ({ most }, say) =>
      `Eine Liste hat höchstens ${say.count(most)} geteilte Ansichten. Löschen Sie eine, die niemand mehr braucht.`,
    users_too_many: ({ most }, say) =>
      `Gefunden wurden mehr als ${say.count(most)} Personen. Ändern Sie sie in Teilen.`,
  },
  wrong_state: {
    user_already_suspended: ({ user }) => `${user} ist schon gesperrt.`,
    user_not_suspended: ({ user, status }) =>
      status === 'active'
        ? `${user} ist nicht gesperrt, sondern aktiv.`
        : `${user} ist nicht gesperrt, sondern hat noch kein Passwort.`,
    nobody_without_password: () => 'Niemand, auf den dieser Filter passt, ist noch ohne Passwort.',
    user_erased: () => 'Diese Person wurde endgültig unkenntlich gemacht. Über sie ist nichts mehr gespeichert.',
    audit_altered: ({ event }) =>
      `Änderung ${event} der Audit-Kette wurde verfälscht. Klären Sie, wie es dazu kam, bevor jemand unkenntlich gemacht wird.`,
    duties_own: ({ user }) => `${user} hat diese Aufgaben schon. Übergeben Sie sie jemand anderem.`,
    duties_gone: ({ user }) => `${user} hat keine dieser Aufgaben mehr. Laden Sie die Aufgaben neu.`,
    successor_not_active: ({ user, status }) =>
      `${user} ist ${status === 'invited' ? 'noch ohne Passwort' : 'gesperrt'} und kann nichts übernehmen. Wählen Sie eine aktive Person.`,
    successor_already_approves: ({ user, roles, of }, say) =>
      `${user} genehmigt Anträge auf ${say.names(roles)} schon neben ${of}, und niemand genehmigt zweimal. Wählen Sie jemand anderen.`,
  },
  forbidden: {
    own_name_changed_often: ({ most }, say) =>
      `Ihre Angaben wurden schon ${say.count(most)} Mal geändert. Bitten Sie jemanden, der Personen verwaltet, Ihren Namen zu ändern.`,
    administrators_erase: () =>
      'Nur wer Licet verwaltet, darf jemanden endgültig unkenntlich machen, denn die Person verschwindet auch aus dem Audit-Protokoll.',
    administrators_download: () => 'Nur wer Licet verwaltet, kann die Daten einer Person herunterladen.',
  },
  not_as_of: {
    known_only_now: ({ filters }, say) =>
      `Für einen anderen Zeitpunkt kennt Licet ${say.names(filters)} nicht. Lassen Sie das weg, oder kehren Sie zur Gegenwart zurück.`,
  },
} satisfies SentencesOf<typeof english>;
