import type { constraintReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for values that a database constraint refuses. */
export const constraintReasons = {
  name_taken: {
    username_taken: () => 'Eine andere Person hat diesen Benutzernamen.',
    user_email_taken: () => 'Eine andere Person hat diese E-Mail-Adresse.',
    group_name_taken: () => 'Eine andere Gruppe hat diesen Namen.',
    separation_name_taken: () => 'Eine andere Funktionstrennung hat diesen Namen.',
    application_key_taken: () => 'Eine andere Anwendung hat diese Kennung.',
    permission_name_taken: () => 'Die Anwendung hat schon eine Berechtigung dieses Namens.',
    role_name_taken: () => 'Die Anwendung hat schon eine Rolle dieses Namens.',
    connection_name_taken: () => 'Eine andere Verbindung hat diesen Namen.',
    looks_like_another: ({ name, other }) =>
      `Der Name „${name}“ sieht aus wie „${other}“, den es schon gibt. Wählen Sie einen, den man davon unterscheiden kann.`,
  },
  name_reserved: {
    role_named_admin: () => 'Der Name unterscheidet sich nur in der Groß- und Kleinschreibung von „admin“.',
  },
  already_exists: {
    account_already_linked: () => 'Dieses Konto ist schon verknüpft.',
    already_member: () => 'Das Mitglied ist schon in der Gruppe.',
    already_included: () => 'Die Rolle schließt diese Rolle schon ein.',
    role_has_permission: () => 'Die Rolle hat diese Berechtigung schon.',
    passkey_already_added: () => 'Dieser Passkey wurde schon hinzugefügt.',
    already_owner: () => 'Die Person gehört schon zu den Eigentümern.',
  },
  cycle: {
    group_in_itself: () => 'Eine Gruppe kann nicht Mitglied ihrer selbst sein.',
    groups_in_a_circle: () => 'Die Gruppen würden einander im Kreis enthalten.',
    role_in_itself: () => 'Eine Rolle kann sich nicht selbst einschließen.',
    roles_in_a_circle: () => 'Die Rollen würden einander im Kreis einschließen.',
  },
  invalid_request: {
    groups_too_deep: ({ most }, say) =>
      `Gruppen liegen höchstens ${say.count(most)} Ebenen tief ineinander. Nehmen Sie das Mitglied weiter oben auf.`,
    roles_too_deep: ({ most }, say) =>
      `Rollen schließen einander höchstens über ${say.count(most)} Ebenen ein. Lassen Sie sie von einer Rolle weiter oben einschließen.`,
    inclusions_too_many: ({ most }, say) =>
      `Die Rollen einer Anwendung schließen zusammen höchstens ${say.count(most)} Rollen ein. Fassen Sie Berechtigungen in weniger Rollen zusammen.`,
  },
  duplicate_grant: {
    grant_overlaps: () => 'Dieselbe Freigabe gibt es schon, und die Zeiten überschneiden sich.',
  },
  request_pending: {
    request_already_waits: () => 'Ein Antrag darauf wartet schon auf eine Entscheidung.',
  },
  ends_before_start: {
    grant_ends_before_start: () => 'Die Freigabe würde enden, bevor sie beginnt.',
  },
  in_the_past: {
    grant_in_the_past: () => 'Beginn oder Ende der Freigabe liegt in der Vergangenheit.',
  },
} satisfies SentencesOf<typeof english>;
