import type { auditReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences about the audit chain. */
export const auditReasons = {
  not_found: {
    event_unknown: ({ event }) => `Ein Ereignis mit der Nummer ${event} gibt es nicht.`,
  },
  wrong_state: {
    chain_broken_itself: ({ change }) =>
      `Die Audit-Kette ist bei Änderung ${change} unterbrochen, auch ohne die Prüfpunkte einer anderen Datenbank. Es wurde nichts eingetragen. Suchen Sie zuerst die Ursache: docs/operations/audit.md, „When it is broken“.`,
  },
  unavailable: {
    checkpoint_folder_unreadable: ({ code }) =>
      `Der Ordner der Prüfpunkte (LICET_AUDIT_FOLDER) ist nicht lesbar (${code}), und ohne ihn wird die Kette nicht geprüft. Geben Sie dem Benutzer, unter dem Licet läuft, Leserechte auf ihn und seine Dateien.`,
    checkpoint_bucket_unreadable: ({ code }) =>
      `Der Bucket der Prüfpunkte (LICET_AUDIT_FOLDER) ist nicht lesbar (${code}), und ohne ihn wird die Kette nicht geprüft. Was zu tun ist, steht im Protokoll des Servers.`,
  },
} satisfies SentencesOf<typeof english>;
