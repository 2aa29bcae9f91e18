import type { planReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German forms of the nouns in access as code: the subject of a sentence, “another one”, and “the intended one”. */
const kinds = {
  application: { the: 'Die Anwendung', another: 'eine andere', meant: 'Die gemeinte' },
  user: { the: 'Die Person', another: 'eine andere', meant: 'Die gemeinte' },
  group: { the: 'Die Gruppe', another: 'eine andere', meant: 'Die gemeinte' },
  permission: { the: 'Die Berechtigung', another: 'eine andere', meant: 'Die gemeinte' },
  role: { the: 'Die Rolle', another: 'eine andere', meant: 'Die gemeinte' },
  client: { the: 'Der Client', another: 'ein anderer', meant: 'Der gemeinte' },
} as const;

/** German sentences for refused plans and reverts, for plans that cannot be applied, and for a busy server. */
export const planReasons = {
  plan_moved: {
    effects_moved: () => 'Diese Änderungen hätten inzwischen andere Auswirkungen, als der Plan gezeigt hat.',
    name_reassigned: ({ name }) =>
      `Der Name ${name} bezeichnet inzwischen etwas anderes als beim Lesen der Dateien. Planen Sie die Dateien neu.`,
  },
  name_moved: {
    name_renamed: ({ kind, name, now, event }) =>
      `${kinds[kind].the} ${name} wurde mit Änderung ${event} in ${now} umbenannt.`,
    name_of_another: ({ kind, name, now, event }) =>
      `${kinds[kind].the} ${name} ist seit Änderung ${event} ${kinds[kind].another}. ${kinds[kind].meant} heißt jetzt ${now}.`,
    name_of_deleted: ({ kind, name, event }) =>
      `${kinds[kind].the} ${name} ist seit Änderung ${event} ${kinds[kind].another}. ${kinds[kind].meant} wurde gelöscht.`,
  },
  forbidden: {
    files_not_changeable: () =>
      'Sie dürfen nichts ändern, was Dateien beschreiben. Deshalb gibt es für Sie nichts anzuwenden.',
    revert_not_allowed: () => 'Sie dürfen nichts ändern, was eine Rücknahme ändert. Bitten Sie jemanden, der das darf.',
    changes_of_others: () =>
      'Diese Änderungen stammen nicht von Ihnen. Dafür braucht es in Licet die Berechtigung audit.read.',
  },
  not_found: {
    change_set_unknown: ({ event }) => `Einen Änderungssatz ${event} gibt es nicht, oder Sie dürfen ihn nicht sehen.`,
    reverted_set_unknown: ({ set }) =>
      `Einen Änderungssatz ${set} gibt es nicht. Er heißt nach seinem letzten Ereignis, einem der Art plan.applied, oder nach dem Digest seines Plans. Eine einzelne Änderung nehmen Sie unter ihrer eigenen Nummer zurück.`,
  },
  ends_before_start: {
    period_backwards: ({ from, to }, say) =>
      `Der Zeitraum endet, bevor er beginnt: ${say.instant(from)} liegt nicht vor ${say.instant(to)}. Schreiben Sie den früheren Zeitpunkt unter „Von“.`,
  },
  too_large: {
    differences_too_large: () =>
      'Das sind zu viele Unterschiede für eine einzige Antwort. Wählen Sie einen kürzeren Zeitraum, oder fragen Sie nach einer einzelnen Rolle, Person oder Gruppe.',
    plan_too_many_steps: ({ most }, say) =>
      `Diese Änderungen brauchen mehr als ${say.count(most)} Schritte, und alle anderen Änderungen müssten minutenlang warten. Planen Sie sie in Teilen, und wenden Sie sie in Teilen an.`,
    revert_of_long_period: ({ most }, say) =>
      `In dieser Zeit waren es mehr als ${say.count(most)} Änderungen, und so viele werden höchstens auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.`,
    plan_takes_minutes: () =>
      'Diese Änderungen dauern Minuten, und alle anderen Änderungen müssten so lange warten. Planen Sie sie in Teilen, und wenden Sie sie in Teilen an.',
    plan_events_too_large: () =>
      'Diese Änderungen würden für einen einzigen Plan zu viel in das Audit-Protokoll schreiben. Planen Sie sie in Teilen, und wenden Sie sie in Teilen an.',
    revert_of_large_set: ({ most }, say) =>
      `Dieser Änderungssatz hat mehr als ${say.count(most)} Änderungen, und so viele werden höchstens auf einmal geplant. Nehmen Sie eine nach der anderen zurück.`,
    revert_reads_too_much: ({ megabytes, most }, say) =>
      `Was diese Änderungen betreffen, hat ${say.count(megabytes)} MB Geschichte, und höchstens ${say.count(most)} Änderungen werden auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.`,
    revert_lists_too_much: ({ entries, most }, say) =>
      `Das Zurücknehmen braucht ${say.count(entries)} Einträge in Listen von Rollen, und höchstens ${say.count(most)} Änderungen werden auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.`,
    revert_touches_too_much: ({ facts, most }, say) =>
      `Diese Änderungen betreffen ${say.count(facts)} Einträge, und höchstens ${say.count(most)} Änderungen werden auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.`,
    revert_takes_too_much: ({ changes, most }, say) =>
      `Das Zurücknehmen braucht ${say.count(changes)} Änderungen, und höchstens ${say.count(most)} werden auf einmal geplant. Nehmen Sie eine nach der anderen zurück, oder wählen Sie einen kürzeren Zeitraum.`,
  },
  invalid_request: {
    nothing_to_plan: () => 'Es gibt nichts zu planen. Senden Sie mindestens eine Änderung.',
  },
  throttled: {
    own_plans_waiting: () =>
      'Der Server berechnet noch andere Pläne von Ihnen. Warten Sie deren Antworten ab, und senden Sie diesen dann noch einmal.',
  },
  busy: {
    plan_overtaken: () =>
      'Andere Änderungen kamen diesem Plan zuvor, und der Server berechnet gerade weitere Pläne. Wenden Sie ihn noch einmal an.',
    plans_being_computed: () => 'Der Server ist mit anderen Plänen beschäftigt.',
    plan_takes_too_long: () =>
      'Der Plan lässt sich nicht schnell genug berechnen. Planen Sie weniger Änderungen auf einmal.',
    large_job_running: () =>
      'Dieser Server arbeitet schon an einem Import, einem Abgleich oder einem großen Plan, und immer nur an einem. Versuchen Sie es danach noch einmal.',
    large_job_next: () =>
      'Auf diesem Server ist mit Importen, Abgleichen und großen Plänen gerade jemand anders an der Reihe. Versuchen Sie es gleich noch einmal.',
    changes_waiting: () => 'Auf diesem Server warten zu viele Änderungen.',
    review_being_written: () =>
      'Gerade werden Erinnerungen oder Entscheidungen einer Überprüfung geschrieben. Versuchen Sie es gleich noch einmal.',
    long_change_written: () =>
      'Gerade wird eine große Änderung geschrieben, etwa ein Import oder ein Plan mit Tausenden Änderungen. Ihre Änderung wurde nicht vorgenommen. Versuchen Sie es in einer halben Minute noch einmal.',
  },
  request_timeout: {
    body_too_slow: () =>
      'Der Inhalt der Anfrage kam zu langsam an, und andere Importe und Pläne warten. Senden Sie ihn noch einmal ohne Pausen.',
    answer_read_too_slowly: () =>
      'Die Antwort wurde zu langsam gelesen, und andere Importe und Pläne warten. Fragen Sie noch einmal, und lesen Sie die Antwort ohne Pausen.',
  },
  field: {
    id_of_change_taken: ({ change }) =>
      `Diese Kennung hat schon Änderung ${change}. Geben Sie jeder Änderung eine eigene.`,
    maker_refused: ({ change }) =>
      `Diese Änderung setzt voraus, was Änderung ${change} anlegen würde, und die wird abgelehnt.`,
    name_listed_twice: ({ name }) => `Der Name ${name} steht zweimal in der Liste.`,
    nothing_to_apply: () => 'Es gibt nichts anzuwenden. Nennen Sie mindestens eine Änderung.',
    digest_missing: () => 'Planen Sie diese Änderungen zuerst, und senden Sie den Digest des Plans mit.',
    digest_line_missing: () =>
      'Die erste Zeile muss den Digest des Plans nennen. Senden Sie zuerst {"apply": {"digest": …}}.',
    apply_line_not_first: () => 'Wie der Plan angewendet wird, steht nur in der ersten Zeile.',
    only_changes_planned: () =>
      'Zu einem Plan gehören nur Änderungen. Lassen Sie die Zeilen für das Anwenden weg: „apply“ und „names“.',
    plan_too_many_changes: ({ most }, say) =>
      `Ein Plan umfasst höchstens ${say.count(most)} Änderungen und ebenso viele Namen. Teilen Sie ihn auf.`,
    plan_line_too_long: () => 'Die Zeile ist länger, als eine Änderung sein kann.',
    nothing_to_revert: ({ event }) => `Eine Änderung ${event}, die sich zurücknehmen ließe, gibt es nicht.`,
  },
} satisfies SentencesOf<typeof english>;
