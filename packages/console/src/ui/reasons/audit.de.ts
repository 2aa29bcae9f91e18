import type { auditReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences about the audit chain. */
export const auditReasons = {
  not_found: {
    event_unknown: ({ event }) => `Ein Ereignis mit der Nummer ${event} gibt es nicht.`,
  },
  unavailable: {
    checkpoint_folder_unreadable: ({ code }) =>
      `Der Ordner der Prüfpunkte (LICET_AUDIT_FOLDER) ist nicht lesbar (${code}), und ohne ihn wird die Kette nicht geprüft. Geben Sie dem Benutzer, unter dem Licet läuft, Leserechte auf ihn und seine Dateien.`,
    checkpoint_bucket_unreadable: ({ code }) =>
      `Der Bucket der Prüfpunkte (LICET_AUDIT_FOLDER) ist nicht lesbar (${code}), und ohne ihn wird die Kette nicht geprüft. Was zu tun ist, steht im Protokoll des Servers.`,
  },
} satisfies SentencesOf<typeof english>;
