type Values = Readonly<Record<string, unknown>>;

const count = (value: unknown): string => Number(value).toLocaleString('de');
const kinds: Values = { role: 'die Rolle', permission: 'die Berechtigung' };
const became: Values = {
  approved: 'wurde schon genehmigt',
  denied: 'wurde schon abgelehnt',
  withdrawn: 'wurde schon zurückgezogen',
  expired: 'ist verfallen',
};

/**
 * The German texts for the reasons why Licet refuses requests of this package. The keys are the reasons that the
 * server sends.
 */
export const failures: Readonly<Record<string, (values: Values) => string>> = {
  role_not_requestable: ({ role, application }) => `Die Rolle ${role} in ${application} lässt sich nicht beantragen.`,
  held_by_you: ({ kind, name, application }) => `Sie haben ${kinds[String(kind)]} ${name} in ${application} schon.`,
  your_requests_waiting: ({ most }) =>
    `${count(most)} Ihrer Anträge warten schon auf eine Entscheidung. Mehr dürfen es nicht sein.`,
  requests_hourly: ({ most }) =>
    `Sie können in einer Stunde höchstens ${count(most)} Anträge stellen. Ein zurückgezogener zählt doppelt.`,
  request_already_waits: () => 'Sie haben das schon beantragt. Warten Sie auf die Entscheidung.',
  request_closed: ({ user, asks, state }) => `Der Antrag von ${user} auf ${asks} ${became[String(state)]}.`,
  role_unknown: ({ role, application }) => `In ${application} gibt es die Rolle „${role}“ nicht.`,
  permission_unknown: ({ permission, application }) =>
    `In ${application} gibt es die Berechtigung „${permission}“ nicht.`,
  comments_full: ({ most }) => `Zu diesem Antrag gibt es schon ${count(most)} Kommentare. Mehr sind nicht möglich.`,
  emergency_role_unavailable: ({ role, application }) =>
    `Sie dürfen die Rolle „${role}“ in ${application} nicht sofort übernehmen, oder es gibt sie nicht.`,
  emergency_role_objected: ({ role, application }) =>
    `Innerhalb des letzten Tages ergab eine Prüfung, dass Sie die Rolle ${role} in ${application} nicht hätten übernehmen sollen.`,
  emergencies_daily: ({ times }) => `Sie haben innerhalb eines Tages ${count(times)}-mal eine Rolle sofort übernommen.`,
};

const byCode: Readonly<Record<string, string>> = {
  unreachable: 'Licet antwortet nicht. Prüfen Sie das Netz.',
  signed_out: 'Sie sind nicht angemeldet. Melden Sie sich an, und versuchen Sie es noch einmal.',
  session_ended: 'Ihre Sitzung ist beendet. Melden Sie sich noch einmal an.',
};

/**
 * Returns the cause of a failure in German, by its reason or else by its code. For an unknown cause, returns
 * `otherwise` with the server's own sentence.
 */
export function failedInGerman(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  const { code, reason, values } = error as Error & Values;
  const own = Object.hasOwn(failures, String(reason)) ? failures[String(reason)]?.(values as Values) : undefined;
  const general = Object.hasOwn(byCode, String(code)) ? byCode[String(code)] : undefined;
  return own ?? general ?? (error.message === '' ? otherwise : `${otherwise} (${error.message})`);
}
