import type { OwnDecision } from '@licet/client';
import type { Translation } from '../translation.ts';
import { daysUntil, spokenName } from './draft.ts';

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
function failedInGerman(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  const { code, reason, values } = error as Error & Values;
  const own = Object.hasOwn(failures, String(reason)) ? failures[String(reason)]?.(values as Values) : undefined;
  const general = Object.hasOwn(byCode, String(code)) ? byCode[String(code)] : undefined;
  return own ?? general ?? (error.message === '' ? otherwise : `${otherwise} (${error.message})`);
}

export const cover: Translation['cover'] = {
  title: 'Wartet, bis die Anmeldung erneuert ist',
  text: 'Ihr Zugriff ist abgelaufen, und der Dienst, der ihn erneuert, antwortet nicht. Diese Seite geht von selbst weiter, sobald er antwortet. Nichts von dem, was Sie eingegeben haben, geht verloren.',
};

export const stepUp: Translation['stepUp'] = {
  title: 'Dafür braucht es eine stärkere Anmeldung',
  text: 'Sie haben sich noch einmal angemeldet, und die Anmeldung ist immer noch nicht stark genug. Fügen Sie Ihrem Konto einen zweiten Faktor hinzu, und versuchen Sie es dann wieder.',
  again: 'Noch einmal anmelden',
};

/** The keys are codes of `LicetError`. Other messages are for the operator of the application, and stay in English. */
const REASONS = new Map<unknown, (said: string) => string>([
  ['unreachable', () => 'Licet antwortet nicht. Prüfen Sie das Netz.'],
  ['insecure_context', () => 'Anmelden geht nur über eine Adresse, die mit https beginnt, oder auf localhost.'],
  [
    'storage_blocked',
    () => 'Der Browser bewahrt für diese Seite nichts auf. Erlauben Sie es ihm, dann versuchen Sie es noch einmal.',
  ],
  ['session_ended', () => 'Ihre Sitzung ist beendet. Melden Sie sich noch einmal an.'],
  ['signed_out_elsewhere', () => 'Sie wurden in einem anderen Tab abgemeldet. Melden Sie sich noch einmal an.'],
  [
    'state_unknown',
    () => 'Diese Anmeldung hat nicht in diesem Tab begonnen oder ist vorbei. Melden Sie sich noch einmal an.',
  ],
  ['sign_in_refused', (said) => `Die Anmeldung wurde nicht beendet. Melden Sie sich noch einmal an. (${said})`],
  [
    'answer_invalid',
    (said) => `Der Anmeldung kann nicht vertraut werden. Sagen Sie dem Betreiber dieser Anwendung Bescheid: ${said}`,
  ],
]);

const KINDS = { permission: 'die Berechtigung', role: 'die Rolle' };

export const atOnce: Translation['atOnce'] = {
  title: 'Es kann nicht warten?',
  offer: (role, seconds) => `Sie dürfen die Rolle ${role} sofort übernehmen, für ${duration(seconds)}.`,
  open: 'Sofort übernehmen …',
  loud: 'Die Eigentümer erfahren es in diesem Moment, es steht im Protokoll, und jemand anders prüft es.',
  why: 'Warum es nicht warten kann',
  sayWhy: 'Sagen Sie, warum es nicht warten kann; die Eigentümer erfahren es sofort, und wer es prüft, liest es.',
  take: 'Jetzt übernehmen',
  taking: 'Wird übernommen …',
  cancel: 'Abbrechen',
  notTaken: 'Das ist nicht gelungen. Versuchen Sie es noch einmal.',
  failed: failedInGerman,
  again:
    'Dafür müssen Sie sich eben erst angemeldet haben. Sie kommen auf diese Seite zurück, und was Sie geschrieben haben, bleibt: Dann übernehmen Sie sie.',
  signIn: 'Neu anmelden',
  taken: (role, ends, now) => `Sie haben die Rolle ${role} ${until(ends, now)}`,
  onItsWay: 'Die Eigentümer wissen es. Ihr Zugriff ist auf dem Weg zu dieser Seite.',
};

export const words: Translation['words'] = {
  language: 'de',
  title: (decision, permitted) => {
    const title = decision?.permission.title ?? '';
    if (title === '' || title === decision?.permission.name)
      return permitted ? 'Sie dürfen das jetzt' : 'Sie dürfen das nicht';
    return `Sie haben ${permitted ? 'jetzt ' : ''}die Berechtigung „${title}“${permitted ? '' : ' nicht'}`;
  },
  out: {
    'signed-out': 'Sie sind nicht angemeldet',
    expired: 'Ihre Anmeldung ist abgelaufen',
    malformed: 'Ihre Anmeldung ist nicht lesbar',
    loading: 'Es wird ermittelt, was Sie dürfen',
    valid: '',
  },
  unreadable: 'Melden Sie sich noch einmal an. Hilft das nicht, sagen Sie dem Betreiber dieser Anwendung Bescheid.',
  signedOut: 'Sie haben sich abgemeldet.',
  signIn: 'Anmelden',
  cannotBegin: 'Die Anmeldung kann nicht beginnen',
  because: (code, said) => REASONS.get(code)?.(said) ?? said,
  goesOn: 'Diese Seite geht von selbst weiter.',
  close: 'Schließen',
  explained: 'Erklärt von Licet',
  reasons: 'Alle Gründe',
  takes: (kind, on) => [`Nötig ist ${KINDS[kind]} `, on === undefined ? '.' : ` auf ${on}.`],
  incomplete:
    'Ihre Anmeldung enthält nicht, was Sie auf einzelnen Ressourcen dürfen. Deshalb lässt es sich hier nicht prüfen.',
  takesAccess: 'Nötig ist ein Zugriff, den Sie nicht haben.',
  unknown: 'Im Katalog der Anwendung steht sie nicht: Sagen Sie dem Betreiber Bescheid.',
  bringing: (roles) => {
    if (roles.length === 0) return '';
    const shown = roles.slice(0, 3).map(({ name }) => name);
    if (roles.length > shown.length) shown.push(`${roles.length - shown.length} weitere`);
    return roles.length === 1
      ? `Die Rolle ${shown[0]} bringt sie.`
      : `Die Rollen ${list(shown, 'conjunction')} bringen sie.`;
  },
  heldUntil: (instant, now) => `Sie hatten sie ${until(instant, now)}.`,
  works: (ends, now) => (ends == null ? 'Ab jetzt geht es.' : `Ab jetzt geht es, ${until(ends, now)}.`),
  deciding: (decision) => deciding(decision),
  lasting: (seconds) => duration(seconds),
  ask: 'Zugriff beantragen',
  why: 'Warum',
  sayWhy: 'Schreiben Sie, warum Sie ihn brauchen; wer entscheidet, liest es.',
  asking: 'Wird beantragt …',
  notSent: 'Der Antrag wurde nicht gesendet. Versuchen Sie es noch einmal.',
  notWithdrawn: 'Der Antrag wurde nicht zurückgezogen. Versuchen Sie es noch einmal.',
  unread: 'Licet hat nicht gesagt, was Sie dürfen.',
  failed: failedInGerman,
  tryAgain: 'Noch einmal versuchen',
  asked: ({ askedAt, seconds }, now) => `Beantragt ${ago(askedAt, now)}, für ${duration(seconds)}`,
  waits: (decision) =>
    `${decision ? deciding(decision) : 'Der Antrag wartet auf eine Entscheidung'}. Die Antwort erscheint hier; Sie können inzwischen weitermachen.`,
  step: (place, all) => (all === 1 ? 'Die Genehmigung' : `Schritt ${place} von ${all}`),
  standing: ({ given, needed }, since, now) =>
    `hat ${given} von ${needed} ${needed === 1 ? 'Genehmigung' : 'Genehmigungen'}; begonnen ${ago(since, now)}.`,
  usually: (seconds) => `Die Hälfte der Anträge hier ist innerhalb von ${roughly(seconds)} entschieden.`,
  comment: 'Kommentar',
  say: 'Senden',
  who: (name) => who(name),
  saidAt: (instant, now) => ago(instant, now),
  withdraw: 'Antrag zurückziehen',
  refused: ({ decision }, now) =>
    `${decision?.by ? who(decision.by.name) : 'Jemand'} hat Ihren Antrag ${decision ? `${ago(decision.at, now)} ` : ''}abgelehnt`,
  askAgain: 'Noch einmal beantragen',
  approved: ({ decision }, now) =>
    `${decision?.by ? who(decision.by.name) : 'Jemand'} hat ihn genehmigt${decision?.ends == null ? '' : `, ${until(decision.ends, now)}`}`,
  onItsWay: 'Ihr Zugriff ist auf dem Weg zu dieser Seite.',
};

const who = (name: string): string => spokenName(name, 'Person (unkenntlich gemacht)');

const deciding = ({ deciders, deciderCount }: Pick<OwnDecision, 'deciders' | 'deciderCount'>): string => {
  const shown = deciders.slice(0, 2).map(({ name }) => name);
  const others = Math.max(deciderCount, deciders.length) - shown.length;
  if (shown.length === 0) return 'Niemand sonst kann entscheiden: Nötig ist ein weiterer Eigentümer oder Administrator';
  const form = new Intl.PluralRules('de').select(others);
  if (others > 0) shown.push(form === 'one' ? 'eine weitere Person' : `${others} weitere Personen`);
  return `${list(shown, 'disjunction')} ${others > 0 && form !== 'one' ? 'entscheiden' : 'entscheidet'}`;
};

const duration = (seconds: number): string => {
  for (const [size, unit] of [
    [604_800, 'week'],
    [86_400, 'day'],
    [3600, 'hour'],
  ] as const)
    if (seconds >= size && seconds % size === 0) return counted(seconds / size, unit);
  return counted(Math.round(seconds / 60), 'minute');
};

const counted = (count: number, unit: string): string =>
  new Intl.NumberFormat('de', { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** Returns an estimated duration in the largest unit that is precise enough, rounded up. */
const roughly = (seconds: number): string => {
  const unit = seconds > 172_800 ? 86_400 : seconds > 7200 ? 3600 : 60;
  return duration(Math.max(1, Math.ceil(seconds / unit)) * unit);
};

const ago = (instant: string, now: number): string => {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (!(minutes >= 1)) return 'gerade eben';
  const relative = new Intl.RelativeTimeFormat('de', { numeric: 'auto', style: 'short' });
  if (minutes < 60) return relative.format(-minutes, 'minute');
  if (minutes < 1440) return relative.format(-Math.floor(minutes / 60), 'hour');
  return relative.format(-Math.floor(minutes / 1440), 'day');
};

/** For example „bis 17:00 Uhr“, „bis morgen, 09:30 Uhr“ or „bis zum 30. Juni“, in the user's time zone. */
const until = (instant: string, now: number): string => {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return `bis ${instant}`;
  const days = daysUntil(at, now);
  const clock = `${at.toLocaleTimeString('de', { hour: '2-digit', minute: '2-digit' })} Uhr`;
  if (days === 0) return `bis ${clock}`;
  if (days === 1) return `bis morgen, ${clock}`;
  if (days === -1) return `bis gestern, ${clock}`;
  const sameYear = at.getFullYear() === new Date(now).getFullYear();
  const day = at.toLocaleDateString('de', {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  return `bis zum ${day}`;
};

const list = (names: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat('de', { type }).format(names);
