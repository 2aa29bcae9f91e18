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
];
