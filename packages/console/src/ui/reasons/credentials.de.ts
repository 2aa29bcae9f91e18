import type { credentialReasons as english, SentencesOf } from '@licet/contract/reasons';

/** Actions that need a recent sign-in; each completes a sentence that begins with “Wenn Sie”. */
const acts = {
  own_ways: 'Ihre Anmeldewege ändern',
  ways_of_licet_user: 'ändern, wie sich jemand mit Zugriff auf Licet anmeldet',
  licet_admin: 'die Rolle admin von Licet geben',
  licet_role_policy: 'ändern, wie eine Rolle von Licet selbst gegeben wird',
  own_address: 'Ihre E-Mail-Adresse ändern',
  erasure: 'jemanden endgültig unkenntlich machen',
  invitations: 'viele Personen einladen',
  invitation_links: 'Links für viele Personen erstellen',
  reminders: 'vielen Personen eine E-Mail senden',
  sign_in_rules: 'ändern, wie sich Personen anmelden',
  mail_server: 'ändern, wohin E-Mails gehen',
  program_keys: 'Geheimnisse und Schlüssel von Programmen anlegen oder beenden',
  emergency_role: 'eine Rolle im Notfall übernehmen',
  signing_keys: 'Schlüssel wechseln',
} as const;

/** German sentences for refused changes of credentials, and for actions that need a new sign-in first. */
export const credentialReasons = {
  sign_in_again: {
    sign_in_not_recent: ({ act, within }, say) =>
      `Wenn Sie ${acts[act]}, darf Ihre Anmeldung höchstens ${say.seconds(within)} zurückliegen, mit einem zweiten Faktor, wenn Sie einen haben.`,
    sign_in_undated: ({ act }) =>
      `Wenn Sie ${acts[act]}, melden Sie sich vorher mit einem Passkey oder einem Passwort von Licet an. Der Anbieter, über den Sie gekommen sind, sagt nicht, wann Sie sich dort ausgewiesen haben.`,
    session_needed: () => 'Ein Konto kann nur verknüpfen, wer hier angemeldet ist.',
  },
  throttled: {
    address_mails: ({ wait }, say) =>
      `Diese E-Mail wurde schon mehrmals angefordert. Bis zur nächsten müssen Sie warten: noch ${say.seconds(wait)}.`,
    recovery_code_sets: ({ wait }, say) =>
      `Sie haben schon mehrmals neue Wiederherstellungscodes angelegt. Bis zu den nächsten müssen Sie warten: noch ${say.seconds(wait)}.`,
  },
  not_found: {
    session_unknown: () => 'Dort sind Sie nicht (mehr) angemeldet.',
    browser_unknown: () => 'Dieser Browser gehört nicht (mehr) zu Ihren bekannten Browsern.',
    identity_unlinked: () => 'Ein solches Konto haben Sie nicht verknüpft.',
    connection_gone: ({ connection }) => `${connection} wurde inzwischen entfernt.`,
    passkey_missing: () => 'Einen solchen Passkey haben Sie nicht.',
    app_missing: () => 'Sie haben keine Authenticator-App.',
  },
  already_exists: {
    identity_linked: ({ account }) => `${account} ist schon verknüpft.`,
  },
  identity_taken: {
    identity_of_another: ({ account, connection }) =>
      `${account} bei ${connection} hat hier schon jemand anders verknüpft.`,
  },
  begin_again: {
    passkey_not_begun: () =>
      'Das Hinzufügen des Passkeys ist abgelaufen oder wurde nicht in diesem Browser begonnen. Beginnen Sie von vorn.',
    app_not_begun: () =>
      'Die Einrichtung der Authenticator-App ist abgelaufen oder wurde nicht begonnen. Beginnen Sie von vorn.',
  },
  credential_limit: {
    passkeys_enough: ({ most }, say) => `Sie haben schon ${say.count(most)} Passkeys.`,
  },
  last_way_in: {
    only_passkey: ({ passkey }) => `${passkey} ist Ihr einziger Anmeldeweg, der hier erlaubt ist.`,
    only_account: ({ account, connection }) =>
      `${account} bei ${connection} ist Ihr einziger Anmeldeweg, der hier erlaubt ist.`,
    only_second_factor: () => 'Von Ihnen wird ein zweiter Faktor verlangt, und dies ist Ihr einziger.',
  },
  wrong_state: {
    recovery_without_factor: () =>
      'Wiederherstellungscodes ersetzen einen zweiten Faktor, und Sie haben keinen. Fügen Sie zuerst einen hinzu.',
    directory_decides: ({ connection }) =>
      `${connection} bestimmt, wer hier ein Konto hat. Bitten Sie die Administration, die Verknüpfung zu trennen.`,
    nothing_to_reset: ({ user }) => `Bei ${user} gibt es davon nichts zu entfernen.`,
    address_verified: ({ address }) => `Die Adresse ${address} ist schon bestätigt.`,
    address_of_inactive: ({ user }) =>
      `${user} hat sich noch nie angemeldet oder ist gesperrt. Eine Einladung bestätigt die Adresse.`,
    user_without_address: ({ user }) => `${user} hat keine E-Mail-Adresse, die sich bestätigen ließe.`,
    link_for_suspended: ({ user }) =>
      `${user} ist gesperrt. Lassen Sie die Person zuerst wieder zu, und erstellen Sie dann einen Link.`,
    deletion_asked: () => 'Sie haben schon um Löschung gebeten.',
    deletion_not_asked: () => 'Sie haben nicht (mehr) um Löschung gebeten.',
  },
} satisfies SentencesOf<typeof english>;
