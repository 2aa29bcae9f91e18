/** What the server says of hand-overs, of large changes and of a person's data, in German. */
export const ofChanges: readonly (readonly [RegExp, string])[] = [
  [
    /^A long change is being written, .*$/,
    'Gerade wird eine große Änderung geschrieben, etwa ein Import oder ein Plan mit Tausenden Änderungen. Ihre Änderung wurde nicht vorgenommen. Versuchen Sie es in einer halben Minute noch einmal.',
  ],
  [
    /^This server is working on another import, .*$/,
    'Dieser Server arbeitet schon an einem Import, einem Abgleich oder einem großen Plan, und immer nur an einem. Versuchen Sie es danach noch einmal.',
  ],
  [
    /^Another caller is next to run an import, .*$/,
    'Auf diesem Server ist mit Importen, Abgleichen und großen Plänen gerade jemand anders an der Reihe. Versuchen Sie es gleich noch einmal.',
  ],
  [
    /^Other changes overtook this plan, .*$/,
    'Andere Änderungen kamen diesem Plan zuvor, und der Server berechnet gerade weitere Pläne. Wenden Sie ihn noch einmal an.',
  ],
  [
    /^You may not make any of the changes that a revert makes\. .*$/,
    'Sie dürfen nichts ändern, was eine Rücknahme ändert. Bitten Sie jemanden, der das darf.',
  ],
  [/^(.+) has these duties already\. .*$/, '$1 hat diese Aufgaben schon. Übergeben Sie sie jemand anderem.'],
  [/^(.+) has none of these duties any more\. .*$/, '$1 hat keine dieser Aufgaben mehr. Laden Sie die Aufgaben neu.'],
  [
    /^(.+) already approves requests for (.+) alongside (.+), and nobody approves twice\. .*$/,
    '$1 stimmt Anträgen auf $2 neben $3 schon zu, und niemand kann zweimal zustimmen. Wählen Sie jemand anderen.',
  ],
  [
    /^Only administrators of Licet may download a person’s data\.$/,
    'Nur wer Licet verwaltet, kann die Daten einer Person herunterladen.',
  ],
  [
    /^This user was erased( already)?\. No data about them is left\.$/,
    'Diese Person wurde endgültig unkenntlich gemacht. Über sie ist nichts mehr gespeichert.',
  ],
];
