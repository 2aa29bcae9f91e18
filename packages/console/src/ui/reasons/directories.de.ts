import type { DirectoryFault, directoryReasons as english, HostFault, SentencesOf } from '@licet/contract/reasons';
import { hostFailure, hostNotCalled } from './outgoing.de.ts';

const ofDirectory: Readonly<Record<DirectoryFault, string>> = {
  start_tls: 'Das Verzeichnis unterstützt StartTLS nicht. Nehmen Sie ldaps://.',
  bind_not_accepted:
    'Das Verzeichnis weist das Dienstkonto von Licet ab: Der Bind-DN oder sein Passwort ist falsch. Berichtigen Sie beides in dieser Verbindung, unter „Einstellungen“, „Verbindungen“ („Bind-DN“, „Passwort des Bind-DN“).',
  bind_time: 'Der Bind-DN darf sich dort zu dieser Zeit nicht anmelden.',
  bind_machine: 'Der Bind-DN darf sich dort von diesem Rechner aus nicht anmelden.',
  bind_password_ended: 'Das Passwort des Bind-DN ist dort abgelaufen.',
  bind_disabled: 'Der Bind-DN ist dort deaktiviert.',
  bind_ended: 'Der Bind-DN ist dort abgelaufen.',
  bind_password_change: 'Der Bind-DN muss dort erst sein Passwort ändern.',
  bind_locked: 'Der Bind-DN ist dort gesperrt.',
  bind_no_search: 'Der Bind-DN darf keine Personen suchen.',
  operations_error: 'Das Verzeichnis hat mit operationsError geantwortet: Der Bind-DN darf keine Personen suchen.',
  time_limit:
    'Das Verzeichnis hat die Suche an seiner Zeitgrenze beendet (timeLimitExceeded). Heben Sie sie in OpenLDAP für den Bind-DN an, mit olcLimits („limits“ in slapd.conf): dn.exact="der Bind-DN" time=unlimited.',
  size_limit:
    'Das Verzeichnis hat die Suche an seiner Größengrenze beendet (sizeLimitExceeded). Heben Sie sie in OpenLDAP für den Bind-DN an, mit olcLimits („limits“ in slapd.conf): dn.exact="der Bind-DN" size=unlimited size.prtotal=unlimited.',
  admin_limit:
    'Das Verzeichnis hat die Suche an einer Grenze seiner Verwaltung beendet (adminLimitExceeded). Heben Sie in 389 Directory Server und FreeIPA nsslapd-lookthroughlimit und nsslapd-pagedlookthroughlimit an, in OpenLDAP size.unchecked für den Bind-DN.',
  tls_needed: 'Das Verzeichnis nimmt Passwörter nur über TLS an.',
  referral:
    'Das Verzeichnis verweist auf ein anderes, und Licet folgt dem nicht. Geben Sie die Adresse des anderen ein.',
  no_paging: 'Das Verzeichnis gibt Einträge nicht seitenweise heraus (RFC 2696), oder nicht für den Bind-DN.',
  base_missing: 'Das Verzeichnis hat keinen Eintrag dieses Basis-DN, oder zeigt ihn dem Bind-DN nicht.',
  base_invalid: 'Das Verzeichnis nimmt den Basis-DN nicht als Namen an.',
  busy: 'Das Verzeichnis meldet, dass es gerade zu viel zu tun hat.',
  unavailable: 'Das Verzeichnis meldet, dass es zurzeit nicht verfügbar ist.',
};

interface OfHost {
  readonly host: string;
  readonly fault: HostFault;
}
const directoryHost = ({ host, fault }: OfHost): string =>
  fault === 'not_https'
    ? `Licet fragt ${host} nicht ohne TLS ab. Geben Sie eine Adresse ein, die mit ldaps:// beginnt, oder schalten Sie StartTLS ein.`
    : fault === 'broken'
      ? `${host} hat nicht wie ein Verzeichnis geantwortet.`
      : hostFailure({ host, fault });

const ofClass = ({ class: name }: { readonly class: string }) =>
  `Dort gibt es keinen Eintrag der Klasse ${name}, oder der Bind-DN darf keinen lesen.`;
const ofEntries = ({ id, login }: { readonly id: string; readonly login: string }) =>
  `Kein Eintrag zeigt ${id} und ${login} zugleich.`;

const ofHash = {
  too_long: 'Das Passwort wird nicht importiert. Sein Hash ist länger als jeder, den Licet kennt.',
  kind: 'Das Passwort wird nicht importiert. Sein Hash ist von einer Art, die Licet nicht kennt.',
  form: 'Das Passwort wird nicht importiert. Sein Hash ist nicht so geschrieben wie andere seiner Art.',
} as const;
const costs = {
  bcrypt: (needed: string) => `Der Aufwand seines Hashs ist ${needed}`,
  iterations: (needed: string) => `Sein Hash braucht ${needed} Durchläufe`,
  memory: (needed: string) => `Sein Hash braucht ${needed} KiB Speicher`,
  work: (needed: string) => `Sein Hash geht durch ${needed} KiB Speicher`,
} as const;

const notAsked = ({ connection }: { readonly connection: string }, why: string) =>
  `${connection} lässt sich nicht abfragen. ${why}`;

/**
 * German sentences about connections:
 * - errors of the editor
 * - findings when a directory is checked or read
 * - entries that a synchronisation skips
 */
export const directoryReasons = {
  provider_unreachable: {
    directory_not_called: (at) => notAsked(at, hostNotCalled(at)),
    directory_host_failed: (at) => notAsked(at, directoryHost(at)),
    directory_unavailable: (at) => notAsked(at, ofDirectory[at.fault]),
  },
  provider_wrong: {
    directory_fault: (at) => notAsked(at, ofDirectory[at.fault]),
    directory_answered: (at, say) => notAsked(at, `Die Antwort hatte den Ergebniscode ${say.count(at.code)}.`),
    directory_without_class: (at) => notAsked(at, ofClass(at)),
    directory_without_names: (at) => notAsked(at, ofEntries(at)),
  },
  finding: {
    directory_host: directoryHost,
    directory_said: ({ fault }) => ofDirectory[fault],
    directory_code: ({ code }, say) => `Das Verzeichnis hat mit dem Ergebniscode ${say.count(code)} geantwortet.`,
    no_entry_of_class: ofClass,
    no_entry_with_names: ofEntries,
    sync_server_stopped: () => 'Der Server wurde während des Abgleichs beendet.',
    sync_failed_unexpectedly: () => 'Ein unerwarteter Fehler ist aufgetreten. Welcher, steht im Protokoll des Servers.',
    entry_closed: () => 'Der Eintrag ist deaktiviert oder abgelaufen.',
    entry_without_id: () => 'Das Verzeichnis zeigt das Attribut nicht, das den Eintrag dauerhaft benennt.',
    entry_deleted_here: () =>
      'Die Person wurde hier gelöscht oder unkenntlich gemacht. Sie wird neu angelegt, wenn sie sich anmeldet oder jemand aus der Administration sie anlegt.',
    username_not_valid: () => 'Licet nimmt den Namen nicht als Benutzernamen an.',
    username_of_another: () => 'Jemand anderes hat hier diesen Namen.',
    username_of_two_entries: () => 'Ein anderer Eintrag des Verzeichnisses hat diesen Namen.',
    address_of_another: () => 'Jemand anderes hat hier diese E-Mail-Adresse.',
    address_of_no_domain: () => 'Die E-Mail-Adresse gehört zu keiner der Domains, die die Anmelderegeln erlauben.',
    address_of_licet_user: () =>
      'Die Person hat Zugriff auf Licet selbst und im Verzeichnis eine andere Adresse. Diese wird nur von Hand geändert.',
    address_of_decider: () =>
      'Die Person besitzt, entscheidet oder prüft etwas und hat im Verzeichnis eine andere Adresse. Diese wird nur von Hand geändert.',
    address_given_away: () =>
      'Die Person hat Zugriff auf Licet selbst und eine Adresse, die das Verzeichnis jemand anderem gegeben hat. Diese wird nur von Hand geändert.',
    groups_closed: ({ groups }, say) =>
      `Keine Verbindung nimmt Personen in ${say.names(groups)} auf. Wer dort Mitglied ist, hat eine Rolle von Licet oder darf eine übernehmen oder genehmigen.`,
    password_hash_unreadable: ({ fault }) => ofHash[fault],
    password_hash_costly: ({ measure, needed, most }, say) =>
      `Das Passwort wird nicht importiert. ${costs[measure](say.count(needed))}, angenommen werden höchstens ${say.count(most)}.`,
    status_changed_meanwhile: () => 'Die Person wurde inzwischen gesperrt oder wieder zugelassen.',
    address_changed_meanwhile: () => 'Die E-Mail-Adresse wurde inzwischen geändert.',
  },
  busy: {
    sync_running: ({ connection }) => `${connection} wird schon abgeglichen. Warten Sie, bis das fertig ist.`,
  },
  plan_moved: {
    sync_other_leavers: () =>
      'Inzwischen fehlen andere Personen als die bestätigten. Sehen Sie den Plan noch einmal an und bestätigen Sie diesen.',
    sync_overtaken: ({ connection }) =>
      `${connection} wurde inzwischen geändert, oder ein anderer Abgleich hat begonnen.`,
  },
  wrong_state: {
    sync_connection_off: ({ connection }) => `${connection} ist aus. Schalten Sie es ein, bevor Sie abgleichen.`,
    sync_needs_directory: ({ connection }) => `${connection} ist kein Verzeichnis und kann niemanden auflisten.`,
    sync_needs_reader: ({ connection }) =>
      `Bei ${connection} melden sich alle mit dem eigenen Passwort am Verzeichnis an. Ein Abgleich braucht einen Bind-DN mit Passwort.`,
  },
  forbidden: {
    sync_needs_administrator: () =>
      'Ein Abgleich sperrt Personen und lässt sie wieder zu. Nur Administratoren von Licet dürfen ihn beginnen.',
  },
  invalid_request: {
    connections_full: ({ most }, say) => `Es gibt schon ${say.count(most)} Verbindungen. Entfernen Sie erst eine.`,
    import_needs_directory: ({ connection }) =>
      `${connection} ist kein Verzeichnis. Von dort lassen sich keine Personen importieren.`,
    import_needs_reader: ({ connection }) =>
      `Bei ${connection} melden sich alle mit dem eigenen Passwort am Verzeichnis an. Ein Import braucht einen Bind-DN mit Passwort.`,
  },
  not_found: {
    connection_unknown: ({ connection }) => `Eine Verbindung „${connection}“ gibt es nicht.`,
  },
  locks_out: {
    connection_lets_administrators_in: ({ connection }) =>
      `Ohne ${connection} in der jetzigen Form könnte sich niemand aus der Administration mehr anmelden: Niemand hat einen anderen Anmeldeweg, den die Anmelderegeln erlauben.`,
  },
  may_not_grant: {
    directory_not_administrator: () =>
      'An ein Verzeichnis werden Passwörter gesendet. Nur Administratoren von Licet dürfen eines einrichten.',
    directory_suspends: ({ user, connection }) =>
      `Wer ${connection} verlässt, wird hier gesperrt. Ohne die Verknüpfung gilt das für ${user} nicht mehr, deshalb dürfen nur Administratoren von Licet sie trennen. Lassen Sie die Konten verknüpft, oder bitten Sie die Administration darum.`,
    directory_deleted: ({ connection }) =>
      `Wer ${connection} verlässt, wird hier gesperrt. Deshalb dürfen nur Administratoren von Licet dieses Verzeichnis löschen. Bitten Sie die Administration darum.`,
    mapping_needs_groups: ({ group }) =>
      `Eine Verbindung darf Personen nur dann in ${group} aufnehmen, wenn Sie die Berechtigung groups.manage haben.`,
    mapping_gives_licet: ({ group }) =>
      `${group} gibt Zugriff auf Licet selbst. Keine Verbindung darf Personen in diese Gruppe aufnehmen.`,
  },
  field: {
    allowed_domains_missing: () =>
      'Nennen Sie die Domains, deren Personen ein Konto bekommen. Ohne Domain bekommt niemand eines.',
    setting_of_other_kind: ({ kind }) =>
      kind === 'provider'
        ? 'Diese Einstellung gibt es bei einem Verzeichnis nicht.'
        : 'Diese Einstellung gibt es nur bei einem Verzeichnis.',
    github_address: () => 'Die Adresse von GitHub besteht nur aus Schema und Host, etwa https://github.com.',
    github_key: () => 'GitHub nimmt ein Geheimnis an, keinen Schlüssel.',
    github_groups: () => 'GitHub sendet keine Claims und deshalb keine Gruppen.',
    github_sign_out: () => 'Bei GitHub lässt sich niemand abmelden.',
    scope_openid_missing: () => 'Ohne den Scope openid meldet der Anbieter niemanden an. Fügen Sie ihn hinzu.',
    groups_claim_missing: () => 'Nennen Sie den Claim, in dem der Anbieter die Gruppen einer Person nennt.',
    bind_dn_only_name: () =>
      'Ein Bind-DN enthält mehr als {name}, etwa {name}@corp.example oder uid={name},ou=people,….',
    bind_dn_not_dn: () => 'Das ist nicht der DN eines Eintrags.',
    sync_needs_bind_password: () =>
      'Wo sich alle mit dem eigenen Passwort am Verzeichnis anmelden, kann Licet nicht alle auflisten. Geben Sie einen Bind-DN mit Passwort ein.',
    group_source_missing: () => 'Wählen Sie, wie das Verzeichnis die Gruppen einer Person nennt.',
    nested_groups_not_searched: () =>
      'Gruppen in Gruppen lassen sich nur finden, wenn Gruppen gesucht werden, die ihre Mitglieder mit deren DN nennen.',
    mapped_group_unknown: ({ group }) => `Eine Gruppe „${group}“ gibt es nicht.`,
    secret_needed_again: ({ kind }) =>
      kind === 'provider'
        ? 'Ein anderer Anbieter hat ein anderes Geheimnis. Geben Sie es ein.'
        : 'Das Passwort ginge an einen anderen Host oder unverschlüsselt. Wenn es das darf, geben Sie es noch einmal ein.',
    bind_password_superfluous: () =>
      'Hier melden sich alle mit dem eigenen Passwort am Verzeichnis an. Licet speichert dafür keines.',
    bind_password_missing: () => 'Geben Sie das Passwort des Eintrags ein, der Personen sucht.',
  },
} satisfies SentencesOf<typeof english>;
