import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  title: 'Token ansehen',
  lead: 'Fügen Sie ein Token ein, um zu sehen, was darin steht, ob es gültig ist und was es erlaubt.',
  token: 'Token',
  paste: 'Token hier einfügen',
  takeMine: 'Meines nehmen',
  clear: 'Leeren',
  here: 'Wird hier gelesen, in diesem Tab. Nichts wird gesendet oder gespeichert.',
  large: (count) => `${count} Zeichen. Nur die Enden sind zu sehen.`,
  samples: 'Kein Token zur Hand? Versuchen Sie eines, das',
  sample: {
    valid: 'gültig ist',
    expired: 'abgelaufen ist',
    admin: 'die Rolle admin hat',
    reference: 'eine zu lange Liste hat',
    resources: 'für einzelne Läden gilt',
  },
  header: 'Kopf',
  payload: 'Inhalt',
  copy: 'Kopieren',
  copied: 'Kopiert',
  moreClaims: (count) =>
    plural(count, { one: '… und ein weiterer Claim', other: `… und ${formatNumber(count)} weitere Claims` }),
  unreadable: 'Es ist nicht lesbar.',

  empty: 'Was ein Token erlaubt, Schritt für Schritt',
  emptyText:
    'Ein Token nennt einen Benutzer, führt Rollen und Berechtigungen auf und läuft ab. Mehr liest die Regel nicht: Es gilt, bis es abläuft; die Rolle admin erlaubt alles; alles andere ist erlaubt, wenn es aufgeführt ist.',

  valid: 'Gültig',
  expired: 'Abgelaufen',
  malformedHead: 'Nicht wohlgeformt',
  leftOf: (whole) => ` übrig von ${whole}`,
  left: ' übrig',
  timeLeft: 'Verbleibende Zeit',
  issued: (time) => `ausgestellt ${time}`,
  ends: (time) => `endet ${time}`,
  ended: (time) => `endete ${time}`,
  nowValid: (time) => `Das Token ist gültig. Es endet ${time}.`,
  nowExpired: (time) => `Das Token ist abgelaufen. Es endete ${time}.`,
  never: 'zu einer Zeit jenseits aller Kalender',

  wellFormed: 'Wohlgeformt',
  wellFormedWhy: 'sub, roles, permissions und exp sind, was sie sein müssen',
  inTime: 'Nicht abgelaufen',
  inTimeWhy: 'Nach der Uhr dieses Rechners ist exp noch nicht erreicht',
  tooLate: 'Abgelaufen',
  tooLateWhy: 'Nach der Uhr dieses Rechners ist exp vorbei: Es erlaubt nichts mehr',
  signature: 'Signatur',
  signatureWhy:
    'Noch nicht geprüft: Fügen Sie die Schlüssel des Ausstellers ein. Ein Server prüft zuerst Signatur, Aussteller und Audience, erst dann die Berechtigung.',
  signatures: {
    fits: (algorithm, key) =>
      key === undefined
        ? `Mit einem dieser Schlüssel erstellt (${algorithm}). Das Token ist unverändert.`
        : `Mit dem Schlüssel ${key} erstellt (${algorithm}). Das Token ist unverändert.`,
    differs:
      'Mit keinem dieser Schlüssel erstellt. Das Token wurde verändert, oder die Schlüssel gehören einem anderen Aussteller.',
    key_missing: (key) =>
      `Das Token nennt den Schlüssel ${key}, der hier fehlt. Vielleicht hat der Aussteller seine Schlüssel gewechselt: Kopieren Sie sie noch einmal.`,
    unsigned: 'Das Token ist nach eigener Angabe nicht signiert (alg none). Kein Server darf es annehmen.',
    secret:
      'Mit einem gemeinsamen Geheimnis erstellt (HMAC), nicht mit einem Schlüsselpaar. Hier lässt es sich nicht prüfen, denn ein Geheimnis darf man nirgends einfügen.',
    checking: 'Wird mit diesen Schlüsseln geprüft.',
    unchecked:
      'Nicht geprüft: Dieser Teil der Seite ließ sich nicht ausführen. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    unreadable: 'Dieser Text enthält keinen öffentlichen Schlüssel. Fügen Sie ein JWK Set, einen JWK oder PEM ein.',
    private:
      'Das ist ein geheimer oder privater Schlüssel. Löschen Sie ihn hier, und ersetzen Sie ihn, falls andere ihn gesehen haben können. Fügen Sie den öffentlichen ein.',
  },
  checking: 'Signatur wird geprüft',
  unchecked: 'Nicht geprüft',
  forged: 'Nicht echt',
  unverified: 'Nicht bestätigt',
  readAs: (issuer, roles) =>
    roles.length === 0
      ? `Als Token von ${issuer} gelesen, ohne Rollen`
      : `Als Token von ${issuer} gelesen: Die Rollen stehen in ${roles.join(' und ')}`,
  keys: 'Schlüssel des Ausstellers',
  pasteKeys: 'Öffentliche Schlüssel hier einfügen, um die Signatur zu prüfen',
  keysKinds: 'Ein JWK Set, ein JWK oder PEM.',
  keysAt: 'Ein JWK Set, ein JWK oder PEM. Dieser Aussteller veröffentlicht seine Schlüssel unter',
  anybody:
    'Jeder kann ein Token schreiben, in dem irgendetwas steht, wie die Beispiele zeigen. Was Sie hier lesen, ist, was es behauptet.',

  ask: 'Fragen Sie es',
  askField: 'Berechtigung',
  permitted: 'Erlaubt',
  refused: 'Abgelehnt',
  reasons: {
    admin: 'Die Rolle admin erlaubt alles, ob aufgeführt oder nicht.',
    listed: 'Sie ist unter denen, die das Token aufführt.',
    'not-listed': 'Nicht admin, und nicht unter denen, die das Token aufführt.',
    incomplete:
      'Die Liste steht nicht im Token (permissions_ref); ob sie diese Berechtigung nennt, ist hier nicht bekannt. Ein Server holt die Liste und fragt noch einmal.',
    expired: 'Das Token ist abgelaufen, also ist nichts erlaubt, was es auch aufführt.',
    malformed: 'Die Regel erlaubt nichts, wenn das Token nicht wohlgeformt ist.',
  },
  whatWould: 'Was wäre dafür nötig?',

  permits: 'Es erlaubt',
  lists: 'Es führt auf',
  everything: 'alles: Es hat die Rolle admin',
  roles: (count) => plural(count, { one: '1 Rolle', other: `${formatNumber(count)} Rollen` }),
  permissions: (count) => plural(count, { one: '1 Berechtigung', other: `${formatNumber(count)} Berechtigungen` }),
  find: 'Berechtigung finden',
  found: (count) => `${formatNumber(count)} gefunden`,
  noneFound: 'Keine mit diesem Namen.',
  noPermissions: 'Keine Berechtigung ist aufgeführt.',
  reference: 'Die Liste steht anderswo',
  referenceWhy:
    'Mit seinen Berechtigungen wäre das Token zu lang für den Kopf einer Anfrage. Es nennt die Liste stattdessen mit ihrem SHA-256; wer das Token hat, holt die Liste einmal damit und behält sie.',
  onResources: 'Auf Ressourcen',
  onResourcesWhy: 'Zusätzlich zum Obigen, auf diesen Ressourcen und allem, was darin liegt.',
  resources: (count) => plural(count, { one: '1 Ressource', other: `${formatNumber(count)} Ressourcen` }),
  resourcesMore: (count) => `${formatNumber(count)} weiteren`,
  onNone: 'Auf keiner Ressource',
  moreGroups: (count) =>
    `… und ${plural(count, { one: '1 weitere Gruppe von Ressourcen', other: `${formatNumber(count)} weitere Gruppen von Ressourcen` })}`,
  onlyOn: (resources) => `Erlaubt ist sie nur auf ${resources}.`,
  onReference: 'Der Zugriff auf Ressourcen steht nicht im Token',
  onReferenceWhy:
    'Damit wäre das Token zu lang für den Kopf einer Anfrage. Es enthält stattdessen den SHA-256 des Claims on. Was es auf einer Ressource erlaubt, ist hier nicht bekannt; sicher ist nur, was es überall erlaubt.',
  size: 'Größe',
  sizeText: (size, budget) => `${size} von ${budget}`,
  bytes: (count) => (count < 1000 ? `${count} B` : `${formatNumber(count / 1024, { maximumFractionDigits: 1 })} kB`),

  malformed: {
    payload:
      'Kein Inhalt ist lesbar. Ein Token besteht aus drei Teilen mit Punkten dazwischen; der zweite ist base64url ohne Auffüllung und enthält ein JSON-Objekt in UTF-8.',
    sub: 'Der Claim sub fehlt oder ist kein Text. Er nennt den Benutzer, und ohne ihn nimmt die Regel kein Token.',
    roles: 'Der Claim roles ist keine Liste von Texten. Lassen Sie ihn weg, oder führen Sie Namen von Rollen auf.',
    permissions:
      'Der Claim permissions ist keine Liste von Texten. Lassen Sie ihn weg, oder führen Sie Namen von Berechtigungen auf.',
    permissions_ref: 'Der Claim permissions_ref ist kein Text. Er ist der Hash einer Liste, die anderswo steht.',
    on: 'Der Claim on ist keine Liste von Freigaben für Ressourcen. Lassen Sie ihn weg, oder führen Sie Objekte mit den Listen resources, roles und permissions auf.',
    on_ref: 'Der Claim on_ref ist kein Text. Er ist der Hash eines Claims on, der anderswo steht.',
    exp: 'Der Claim exp fehlt oder ist keine Zahl. Er ist die Zeit des Ablaufs in Sekunden seit 1970; ohne ihn würde ein Token nie enden.',
  },
  partCount: (count) =>
    count === 1 ? 'Das hat einen Teil.' : count > 3 ? 'Das hat mehr als drei Teile.' : `Das hat ${count} Teile.`,
};
