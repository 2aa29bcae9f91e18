import type { signInReasons as english, Sentence, SentencesOf } from '@licet/contract/reasons';

const domainRefused: Sentence<{ domain: 'name'; domains: 'names'; others: 'count' }> = (
  { domain, domains, others },
  say,
) =>
  others === 0
    ? `E-Mail-Adressen gehören hier zu ${say.names(domains)}, nicht zu ${domain}.`
    : `E-Mail-Adressen gehören hier zu ${say.names(domains)} und ${say.count(others)} weiteren Domains, nicht zu ${domain}.`;

const notAsked: Sentence<{ connection: 'name' }> = ({ connection }) =>
  `${connection} lässt sich zurzeit nicht abfragen.`;

const ways = { password: 'Mit einem Passwort', passkey: 'Mit einem Passkey', provider: 'Über einen Anbieter' } as const;
const tries = {
  passwords: 'mehreren falschen Passwörtern',
  codes: 'mehreren falschen Codes',
  passkeys: 'mehreren abgelehnten Passkeys',
} as const;

const bodies = {
  password: 'Eine Anmeldung braucht einen Namen und ein Passwort, sonst nichts.',
  code: 'Der zweite Schritt braucht einen Code, sonst nichts.',
  passkey: 'Dieser Schritt braucht die Antwort eines Passkeys, sonst nichts.',
  first_code: 'Dieser Schritt braucht den ersten Code der App, sonst nichts.',
  new_passkey: 'Dieser Schritt braucht den Passkey, den der Browser angelegt hat, und seinen Namen.',
  login: 'Die Weiterleitung zu einem Anbieter braucht den eingegebenen Namen, sonst nichts.',
  connection: 'Die Weiterleitung zu einem Anbieter braucht die Kennung seiner Verbindung.',
  nothing: 'Dieser Schritt braucht ein leeres Objekt.',
} as const;

const setupCodes = {
  ended:
    'Der Code ist abgelaufen: Jeder gilt eine Stunde. Der Server hat inzwischen einen neuen ausgegeben, oder tut es, wenn er neu startet.',
  unknown:
    'Das ist nicht der Code, den der Server ausgegeben hat. Kopieren Sie den letzten aus der Ausgabe des Servers.',
} as const;

/** German sentences for refused sign-ins, links, and the set-up of Licet. */
export const signInReasons = {
  sign_in_failed: {
    name_or_password_wrong: () => 'Der Name oder das Passwort ist falsch.',
    directory_password_wrong: ({ connection }) => `Der Name oder das Passwort für ${connection} ist falsch.`,
    password_just_changed: () => 'Ihr Passwort wurde inzwischen geändert. Geben Sie das neue ein.',
  },
  throttled: {
    wrong_tries: ({ tried, wait }, say) => `Nach ${tries[tried]} müssen Sie warten: noch ${say.seconds(wait)}.`,
  },
  locked: {
    name_locked: () =>
      'Nach zu vielen falschen Passwörtern hintereinander wird für diesen Namen keines mehr angenommen.',
  },
  codes_locked: {
    user_codes_locked: () => 'Nach zu vielen falschen Codes hintereinander wird von Ihnen keiner mehr angenommen.',
  },
  way_refused: {
    way_closed: ({ way }) => `${ways[way]} kann man sich hier nicht anmelden.`,
    link_needs_passkey: () =>
      'Mit einem Passwort kann man sich hier nicht anmelden. Legen Sie mit dem Link einen Passkey an.',
    link_needs_password: () => 'Mit diesem Link lässt sich kein Passkey anlegen. Legen Sie damit ein Passwort fest.',
  },
  second_factor_missing: {
    browser_needs_second_factor: () =>
      'Das Passwort stimmt, aber in einem Browser, in dem Sie sich noch nie angemeldet haben, reicht es nicht.',
  },
  second_factor_needed: {
    page_without_second_factor: () => 'Ein zweiter Faktor wird verlangt, und diese Seite kann nicht danach fragen.',
  },
  begin_again: {
    sign_ins_ended: () => 'Ihre Anmeldungen wurden gerade beendet. Melden Sie sich noch einmal an.',
    first_step_over: () =>
      'Der erste Schritt dieser Anmeldung liegt zu lange zurück, oder sie ist schon abgeschlossen. Beginnen Sie von vorn.',
    link_passkey_not_begun: () =>
      'Das Anlegen eines Passkeys mit diesem Link ist abgelaufen oder wurde nicht begonnen. Beginnen Sie von vorn.',
  },
  not_found: {
    sign_in_over: () =>
      'Diese Anmeldung ist abgelaufen oder gehört zu einem anderen Browser. Beginnen Sie in der Anwendung von vorn.',
    provider_closed: () => 'Über diesen Anbieter kann man sich nicht (mehr) anmelden.',
    directory_closed: () => 'Über dieses Verzeichnis kann man sich nicht (mehr) anmelden.',
  },
  passkey_unknown: {
    passkey_of_nobody: () => 'Dieser Passkey gehört hier niemandem.',
  },
  passkey_refused: {
    passkey_unfit: () => 'Der Passkey hat etwas anderes signiert als verlangt, oder er ist hier nicht zugelassen.',
    new_passkey_unfit: () =>
      'Der Passkey wurde nicht für diese Adresse angelegt oder nicht so, wie es hier verlangt wird.',
  },
  identity_unknown: {
    identity_of_no_active: ({ connection }) =>
      `Niemand, der sich hier anmelden darf, hat dieses Konto bei ${connection} verknüpft.`,
    identity_of_nobody: ({ connection }) => `Niemand hier hat dieses Konto bei ${connection} verknüpft.`,
  },
  address_missing: {
    address_not_given: ({ connection }) => `${connection} hat Ihre E-Mail-Adresse nicht genannt.`,
  },
  address_unverified: {
    address_not_verified: ({ connection }) => `${connection} sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist.`,
  },
  domain_not_allowed: {
    domain_without_accounts: ({ domain }) => `Mit einer Adresse bei ${domain} bekommt hier niemand ein Konto.`,
    domain_refused: domainRefused,
  },
  address_taken: {
    address_of_account: ({ address, connection }) =>
      `Es gibt schon ein Konto mit der Adresse ${address}. Melden Sie sich dort an, und verknüpfen Sie ${connection} unter „Mein Konto“.`,
  },
  provider_refused: {
    provider_asked_nothing: ({ connection }) =>
      `${connection} hat keine neue Anmeldung verlangt. Melden Sie sich dort ab, und versuchen Sie es noch einmal.`,
  },
  provider_unreachable: { directory_silent: notAsked },
  provider_wrong: { directory_wrong: notAsked },
  invalid_request: {
    sign_in_body_wrong: ({ step }) => bodies[step],
    logout_token_missing: () => 'Die Anfrage braucht ein logout_token und die Kennung einer Verbindung.',
    logout_connection_unknown: () => 'Diese Verbindung gibt es nicht, oder sie nimmt keine Logout-Token an.',
  },
  forbidden: {
    not_own_page: () => 'Anmelden kann man sich nur auf der Seite von Licet selbst.',
  },
  link_invalid: {
    link_ended: () => 'Der Link wurde schon benutzt, durch einen neueren ersetzt oder ist abgelaufen.',
    link_just_used: () => 'Der Link wurde gerade benutzt.',
    link_user_suspended: () => 'Das Konto, für das dieser Link ist, ist gesperrt.',
    invitation_accepted: () => 'Diese Einladung wurde schon angenommen.',
    reset_before_first_sign_in: () => 'Dieser Link gilt nur für Personen, die sich schon einmal angemeldet haben.',
    link_maker_may_not: ({ user }) => `Wer diesen Link für ${user} erstellt hat, darf das inzwischen nicht mehr.`,
  },
  setup_code_wrong: { setup_code_refused: ({ code }) => setupCodes[code] },
  setup_done: {
    administrator_present: () => 'Licet hat schon ein Administratorkonto.',
    administrator_just_made: () => 'Jemand anders hat gerade das erste Administratorkonto angelegt.',
  },
  unavailable: {
    own_application_missing: () =>
      'In der Datenbank fehlt die Anwendung von Licet selbst. Starten Sie den Server neu, er legt sie an, und versuchen Sie es dann noch einmal.',
  },
  field: {
    current_password_wrong: () => 'Das ist nicht Ihr aktuelles Passwort.',
    code_unfit: () => 'Der Code passt nicht oder wurde schon benutzt.',
    first_code_unfit: () =>
      'Der Code passt nicht zu dem Schlüssel, der Ihnen gezeigt wurde. Geben Sie den nächsten ein, den die App zeigt; passt keiner, stellen Sie die Uhr Ihres Telefons.',
    setup_code_unfit: ({ code }) => setupCodes[code],
    email_domain_refused: domainRefused,
  },
} satisfies SentencesOf<typeof english>;
