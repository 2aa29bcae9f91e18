import type { policyReasons as english, SentencesOf } from '@licet/contract/reasons';

const byWay = {
  password: 'mit einem Passwort',
  passkey: 'mit einem Passkey',
  provider: 'über eine Verbindung',
} as const;

/** German sentences for refused sign-in rules, their plans and the mails about them. */
export const policyReasons = {
  locks_out: {
    administrators_locked_out: () =>
      'Niemand aus der Administration hat, was diese Anmelderegeln verlangen, und niemand hat noch Zeit dafür. Alle würden abgewiesen oder könnten es nur in einem Browser einrichten, in dem sie sich schon einmal angemeldet haben.',
  },
  forbidden: {
    policy_plan_names_users: () =>
      'Die Vorschau auf Anmelderegeln nennt Personen. Dafür braucht es in Licet die Berechtigung users.read.',
  },
  not_found: {
    required_unknown: ({ kind, id }) =>
      `Eine ${kind === 'role' ? 'Rolle' : 'Gruppe'} mit der Kennung ${id}, von der ein zweiter Faktor verlangt werden könnte, gibt es nicht.`,
  },
  wrong_state: {
    outcome_without_users: () =>
      'Das trifft mit diesen Anmelderegeln auf niemanden mehr zu. Niemand muss angeschrieben werden.',
  },
  too_large: {
    policy_mails_too_many: ({ most }, say) =>
      `Diese Anmelderegeln betreffen mehr als ${say.count(most)} Personen. Wenden Sie sie zuerst auf weniger Personen an.`,
  },
  field: {
    time_over: () => 'Diese Zeit ist schon vorbei. Wählen Sie eine spätere oder keine.',
    grace_too_long: ({ most }, say) =>
      `Bis dahin sind es mehr als ${say.count(most)} Tage. Wählen Sie eine frühere Zeit.`,
    way_not_allowed: ({ way }) =>
      `In der Organisation meldet sich niemand ${byWay[way]} an. Lassen Sie diesen Weg weg.`,
  },
} satisfies SentencesOf<typeof english>;
