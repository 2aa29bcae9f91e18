import type { applicationReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences about applications, their owners and the appearance of Licet. */
export const applicationReasons = {
  not_found: {
    user_not_owner: ({ user, application }) => `${user} gehört nicht zu den Eigentümern von ${application}.`,
    picture_unknown: () => 'Dieses Bild gibt es nicht, oder es wurde ersetzt.',
  },
  invalid_request: {
    role_and_permission: () => 'Fragen Sie nach einer Rolle oder nach einer Berechtigung, nicht nach beidem.',
    series_ends_before_it_starts: ({ from, to }) => `Vom ${from} bis zum ${to} liegt kein Tag.`,
    series_too_long: ({ from, to, most, by }, say) =>
      `Vom ${from} bis zum ${to} sind es mehr als ${say.count(most)} ${by === 'day' ? 'Tage. Wählen Sie einen kürzeren Zeitraum, oder fragen Sie nach Wochen' : 'Wochen. Wählen Sie einen kürzeren Zeitraum'}.`,
  },
  too_large: {
    roles_too_many: () =>
      'Zu viele Rollen dieser Anwendung schließen andere ein, um das zu berechnen. Ordnen Sie Listen von Rollen nach dem Namen, und löschen Sie Rollen, die niemand braucht.',
  },
  field: {
    accent_missing: () => 'Wählen Sie zuerst die Farbe für hellen Grund.',
    picture_too_wide: ({ width, height, most }, say) =>
      `Das Bild hat ${say.count(width)} × ${say.count(height)} Pixel; höchstens ${say.count(most)} je Seite sind möglich.`,
    picture_type: () =>
      'Das ist weder ein PNG noch ein WebP. Ein SVG kann Skripte ausführen: Speichern Sie es als PNG.',
    picture_broken: () =>
      'Das Bild ist beschädigt: Es lässt sich nicht bis zu Ende lesen. Speichern Sie es noch einmal als PNG.',
    picture_moves: () => 'Das Bild bewegt sich. Speichern Sie eines, das stillsteht.',
    picture_not_square: () => 'Das Symbol des Tabs muss quadratisch sein.',
  },
} satisfies SentencesOf<typeof english>;
