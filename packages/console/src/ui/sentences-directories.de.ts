/** What the server says of an LDAP directory, in German. */
export const ofDirectories: readonly (readonly [RegExp, string])[] = [
  [
    /^The directory ended the search by its size limit .*$/,
    'Das Verzeichnis hat die Suche an seiner Größengrenze beendet (sizeLimitExceeded). Heben Sie sie in OpenLDAP für den Bind-DN an, mit olcLimits („limits“ in slapd.conf): dn.exact="der Bind-DN" size=unlimited size.prtotal=unlimited.',
  ],
  [
    /^The directory ended the search by its time limit .*$/,
    'Das Verzeichnis hat die Suche an seiner Zeitgrenze beendet (timeLimitExceeded). Heben Sie sie in OpenLDAP für den Bind-DN an, mit olcLimits („limits“ in slapd.conf): dn.exact="der Bind-DN" time=unlimited.',
  ],
  [
    /^The directory ended the search by a limit of its administrators .*$/,
    'Das Verzeichnis hat die Suche an einer Grenze seiner Verwaltung beendet (adminLimitExceeded). Heben Sie in 389 Directory Server und FreeIPA nsslapd-lookthroughlimit und nsslapd-pagedlookthroughlimit an, in OpenLDAP size.unchecked für den Bind-DN.',
  ],
  [
    /^The directory does not hand out entries page by page .*$/,
    'Das Verzeichnis gibt Einträge nicht seitenweise heraus (RFC 2696), oder nicht für den Bind-DN.',
  ],
  [/^(.+) is being synchronised already\..*$/, '$1 wird schon abgeglichen. Warten Sie, bis das fertig ist.'],
  [
    /^Other people leave than those that were confirmed\..*$/,
    'Inzwischen fehlen andere als die, die bestätigt wurden. Sehen Sie den Plan noch einmal an und bestätigen Sie diesen.',
  ],
  [
    /^(.+) was changed in the meantime, or another synchronisation has begun\.$/,
    '$1 wurde inzwischen geändert, oder ein anderer Abgleich hat begonnen.',
  ],
  [/^(.+) is off\. Turn it on before .*$/, '$1 ist aus. Schalten Sie es ein, bevor Sie abgleichen.'],
  [/^The server stopped in the middle of it\.$/, 'Der Server wurde mittendrin beendet.'],
  [
    /^Something failed that was not expected\..*$/,
    'Etwas Unerwartetes ist fehlgeschlagen. Was, steht im Protokoll des Servers.',
  ],
  [/^Their entry is closed\.$/, 'Der Eintrag ist geschlossen.'],
  [
    /^They were deleted or erased here\..*$/,
    'Sie wurden hier gelöscht oder unkenntlich gemacht. Sie kommen wieder, wenn sie sich anmelden oder jemand aus der Verwaltung sie anlegt.',
  ],
  [/^Their name is none that Licet takes\.$/, 'Licet nimmt den Namen nicht an.'],
  [/^Another user here has that name\.$/, 'Jemand anderes hat hier diesen Namen.'],
  [/^Another one of the directory has that name\.$/, 'Ein anderer Eintrag des Verzeichnisses hat diesen Namen.'],
  [
    /^The directory does not show what names them for good\.$/,
    'Das Verzeichnis zeigt nicht, was sie dauerhaft benennt.',
  ],
  [/^Another user here has their e-mail address\.$/, 'Jemand anderes hat hier diese E-Mail-Adresse.'],
  [
    /^Their e-mail address is at none of the domains .*$/,
    'Die E-Mail-Adresse gehört zu keiner der Domains, die die Anmelderegeln erlauben.',
  ],
  [
    /^They have access to Licet itself, and an address that the directory has given to somebody else\..*$/,
    'Sie haben Zugriff auf Licet selbst und eine Adresse, die das Verzeichnis jemand anderem gegeben hat. Die wird nur von Hand geändert.',
  ],
  [
    /^They own, decide or review something, and have another address .*$/,
    'Sie besitzen, entscheiden oder prüfen etwas und haben im Verzeichnis eine andere Adresse. Sie wird nur von Hand geändert.',
  ],
  [
    /^They have access to Licet itself, and another address .*$/,
    'Sie haben Zugriff auf Licet selbst und im Verzeichnis eine andere Adresse. Die wird nur von Hand geändert.',
  ],
  [
    /^Where people look themselves up, nobody can read all of them\..*$/,
    'Wo Personen sich selbst suchen, kann niemand alle lesen. Geben Sie einen Bind-DN mit Passwort ein.',
  ],
];
