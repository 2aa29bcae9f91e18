import type { accessFieldReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for errors in fields about access. */
export const accessFieldReasons = {
  field: {
    id_form: () => 'Das ist keine Kennung. Eine sieht aus wie 01a1fd60-b421-70dc-9693-52f823154a01.',
    instant_form: () => 'Das ist kein Zeitpunkt. Er sieht aus wie 2026-11-21T17:00:00Z.',
    instant_range: () =>
      'Dieser Zeitpunkt liegt nicht in den Jahren 1 bis 9999, oder sein Abstand von UTC ist größer als 14 Stunden.',
    day_form: () => 'Das ist kein Tag. Er sieht aus wie 2026-03-01.',
    seconds_not_whole: () => 'Das ist keine ganze Zahl von Sekunden.',
    request_too_short: ({ least }, say) => `Beantragen Sie mindestens ${say.seconds(least)}.`,
    request_too_long: ({ most }, say) => `Beantragen Sie höchstens ${say.seconds(most)}.`,
    request_role_or_permission: () => 'Beantragen Sie entweder eine Rolle oder eine Berechtigung.',
    request_reason_missing: () => 'Sagen Sie, wozu Sie es brauchen; wer entscheidet, liest es.',
    denial_reason_missing: () => 'Sagen Sie, warum; die Person liest es.',
    denials_reason_missing: () => 'Sagen Sie, warum; jede der Personen liest es.',
    comment_missing: () => 'Schreiben Sie etwas; wer beantragt hat und wer entscheidet, liest es.',
    emergency_reason_missing: () =>
      'Sagen Sie, warum es nicht warten kann. Die Eigentümer werden sofort benachrichtigt, und wer es prüft, liest es.',
    finding_missing: () => 'Sagen Sie, was Sie gefunden haben; die Person liest es.',
    exception_reason_missing: () => 'Sagen Sie, warum: Es steht in jedem Bericht.',
    nobody_named: () => 'Nennen Sie mindestens eine Person oder eine Gruppe.',
    separation_part_empty: () => 'Ein Teil nennt mindestens eine Rolle oder eine Berechtigung.',
    separation_needs_parts: () => 'Nennen Sie mindestens zwei Teile: was wovon getrennt ist.',
    separation_allows_none: () => 'Einen der Teile darf immer jemand haben.',
    reminder_days_not_whole: () => 'Geben Sie eine Zahl von Tagen ein.',
    reminder_days_negative: () => 'Geben Sie eine Zahl von Tagen ein; 0 für keine Erinnerungen.',
    reminder_days_too_many: ({ most }, say) => `Das sind mehr als ${say.count(most)} Tage.`,
    checkpoint_too_long: () => 'Das ist kein Prüfpunkt: Es ist zu lang.',
    checkpoint_missing: () => 'Geben Sie mindestens einen Prüfpunkt an.',
    digest_form: () => 'Das ist nicht der Hash eines Plans.',
    file_version: () => 'Die Version des Formats fehlt oder ist nicht bekannt. Schreiben Sie licet: 1.',
    file_admin_role: () => 'Die Rolle admin ist eingebaut: Nur ihre Regeln können genannt werden. Lassen Sie dies weg.',
    file_name_without_application: ({ what }) =>
      `${withApplication[what]} wird mit der Anwendung genannt, etwa ${examples[what]}.`,
    file_role_or_permission: () => 'Nennen Sie eine Rolle oder eine Berechtigung, und nur eine.',
    file_grant_gives: ({ said }) =>
      said === 'several'
        ? 'Nennen Sie, was freigegeben wird: eine Rolle oder eine Berechtigung, nicht beide.'
        : 'Nennen Sie, was freigegeben wird: eine Rolle oder eine Berechtigung.',
    file_grant_to: ({ said }) =>
      said === 'several'
        ? 'Nennen Sie, wem es freigegeben wird: einer Person, einer Gruppe oder einem Programm, nicht mehreren.'
        : 'Nennen Sie, wem es freigegeben wird: einer Person, einer Gruppe oder einem Programm.',
  },
} satisfies SentencesOf<typeof english>;

const withApplication = { program: 'Ein Programm', role: 'Eine Rolle', permission: 'Eine Berechtigung' };
const examples = { program: 'ledger/Nightly job', role: 'ledger/clerk', permission: 'ledger/invoices.pay' };
