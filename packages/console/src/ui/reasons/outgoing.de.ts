import type { outgoingReasons as english, HostFault, Network, SentencesOf } from '@licet/contract/reasons';

const networkNames: Readonly<Record<Network, string>> = {
  this_machine: 'zum eigenen Rechner',
  private_network: 'in ein privates Netz',
  internet_provider: 'in das interne Netz eines Internetanbieters',
  local_link: 'in das lokale Netzsegment',
  cloud_metadata: 'zum Metadatendienst einer Cloud',
  reserved_network: 'in ein reserviertes Netz',
  tunnel: 'in einen Tunnel',
  multicast: 'in ein Multicast-Netz',
  no_address: 'zu etwas, das keine IP-Adresse ist',
  not_public: 'aus dem öffentlichen Internet hinaus',
};

const failures: Readonly<Record<HostFault, (host: string) => string>> = {
  not_https: (host) => `${host} wird nicht ohne TLS aufgerufen. Die Adresse muss mit https:// beginnen.`,
  unknown_host: (host) => `${host} ist nicht bekannt: Zu dem Namen gehört keine Adresse.`,
  unreachable: (host) => `${host} ist nicht zu erreichen: Dort wird keine Verbindung angenommen.`,
  certificate: (host) => `Dem Zertifikat von ${host} ist nicht zu trauen.`,
  too_slow: (host) => `${host} hat zu lange für eine Antwort gebraucht.`,
  too_large: (host) => `${host} hat eine zu große Antwort gesendet.`,
  redirected: (host) => `${host} leitet an eine andere Adresse weiter. Licet folgt dieser Weiterleitung nicht.`,
  broken: (host) => `${host} hat nicht wie ein Webserver geantwortet.`,
};

/** Says that Licet does not call a host, and what the operator can do. */
export const hostNotCalled = ({ host, network }: { readonly host: string; readonly network: Network }): string =>
  `${host} führt ${networkNames[network]}. Dort fragt dieser Server nicht an. Wer ihn betreibt, kann den Host erlauben (LICET_ALLOW_OUTGOING).`;

/** Says why a request to a host failed. */
export const hostFailure = ({ host, fault }: { readonly host: string; readonly fault: HostFault }): string =>
  failures[fault](host);

/** German sentences for failed requests to other servers. */
export const outgoingReasons = {
  finding: {
    host_not_called: hostNotCalled,
    host_failed: hostFailure,
    mail_program_answered: ({ status }, say) =>
      `Das Programm, das Mails versendet, hat mit dem Status ${say.count(status)} geantwortet.`,
  },
} satisfies SentencesOf<typeof english>;
