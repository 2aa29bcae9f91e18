import type { providerReasons as english, LogoutTokenFault, ProviderFault, SentencesOf } from '@licet/contract/reasons';
import { hostFailure, hostNotCalled } from './outgoing.de.ts';

const ofLogoutToken: Readonly<Record<LogoutTokenFault, string>> = {
  format: 'Das ist kein Logout-Token.',
  algorithm: 'Das Logout-Token ist mit einem Verfahren signiert, das Licet nicht annimmt.',
  type: 'Das Token hat nicht den Typ eines Logout-Tokens (typ).',
  issuer: 'Das Logout-Token stammt von einem anderen Aussteller (iss).',
  audience: 'Das Logout-Token ist für einen anderen Client (aud).',
  nonce: 'Ein Logout-Token darf keine Nonce enthalten.',
  event: 'Das Logout-Token sagt nicht, dass eine Sitzung geendet hat (events).',
  id: 'Das Logout-Token hat keine Kennung (jti).',
  subject: 'Das Logout-Token nennt weder eine Sitzung (sid) noch eine Person (sub).',
  issued_at: 'Das Logout-Token ist zu alt, oder seine Zeit liegt in der Zukunft (iat).',
  expired: 'Das Logout-Token ist abgelaufen (exp).',
  signature: 'Das Logout-Token ist mit keinem Schlüssel signiert, den sein Aussteller veröffentlicht.',
  used: 'Das Logout-Token wurde schon einmal benutzt.',
};

const ofProvider: Readonly<Record<ProviderFault, (connection: string) => string>> = {
  subject: (connection) => `Die Kennung, unter der Sie bei ${connection} bekannt sind, lässt sich nicht speichern.`,
  session: (connection) => `Die Kennung Ihrer Sitzung bei ${connection} lässt sich nicht speichern.`,
  client: (connection) => `${connection} nimmt die Client-ID und das Geheimnis nicht an, die Licet sendet.`,
  keys_changed: (connection) =>
    `Die Signatur von ${connection} passt nicht zu den veröffentlichten Schlüsseln. Vielleicht wurden sie gerade gewechselt.`,
  time: (connection) =>
    `Was ${connection} signiert hat, ist zu alt oder liegt in der Zukunft. Vielleicht geht eine Uhr falsch, dort oder hier.`,
  audience: (connection) => `Was ${connection} signiert hat, gilt für eine andere Anmeldung oder einen anderen Client.`,
  endpoints: (connection) => `${connection} veröffentlicht seine Endpunkte nicht.`,
  sign_in_page: (connection) => `${connection} veröffentlicht nicht, wo man sich anmeldet.`,
  keys_place: (connection) => `${connection} veröffentlicht seine Schlüssel nicht.`,
  id_token: (connection) => `${connection} hat kein ID-Token gesendet.`,
  user: (connection) => `${connection} hat nicht mitgeteilt, wer Sie sind.`,
  protocol: (connection) => `${connection} hat nicht wie ein Anbieter dieser Art geantwortet.`,
};

const notReached = ({ connection }: { readonly connection: string }, why: string) =>
  `${connection} ist nicht zu erreichen. ${why}`;

/** German sentences for providers that cannot be used for a sign-in, and for invalid logout tokens. */
export const providerReasons = {
  provider_unreachable: {
    provider_not_called: (at) => notReached(at, hostNotCalled(at)),
    provider_host_failed: (at) => notReached(at, hostFailure(at)),
    provider_failed: ({ connection, status }, say) =>
      `Bei ${connection} ist ein Fehler aufgetreten. Die Antwort hatte den Status ${say.count(status)}.`,
    provider_unavailable: ({ connection }) => `${connection} kann zurzeit niemanden anmelden.`,
  },
  provider_wrong: {
    provider_fault: ({ connection, fault }) => ofProvider[fault](connection),
    provider_issuer: ({ connection, issuer }) => `${connection} hat als anderer Aussteller als ${issuer} geantwortet.`,
    provider_code_declined: ({ connection, answer }) =>
      `${connection} hat den eigenen Code nicht angenommen und „${answer}“ geantwortet.`,
    provider_user_status: ({ connection, status }, say) =>
      `${connection} hat nicht mitgeteilt, wer Sie sind. Die Antwort hatte den Status ${say.count(status)}.`,
  },
  provider_refused: {
    provider_cancelled: ({ connection }) => `Die Anmeldung bei ${connection} wurde dort abgebrochen.`,
    provider_declined: ({ connection, answer }) =>
      `${connection} hat Sie nicht angemeldet und „${answer}“ geantwortet.`,
  },
  invalid_request: {
    logout_token_wrong: ({ fault }) => ofLogoutToken[fault],
    logout_not_of_github: () => 'GitHub meldet nicht, dass eine Sitzung geendet hat.',
  },
} satisfies SentencesOf<typeof english>;
