import type { clientReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences about clients and their keys. */
export const clientReasons = {
  not_found: {
    key_unknown: ({ client, key }) => `${client} hat keinen Schlüssel „${key}“.`,
  },
  wrong_state: {
    client_signs_users_in: ({ client }) =>
      `${client} meldet Personen an und hat selbst keine Freigaben. Nur ein Dienst kann Freigaben haben.`,
    client_keeps_no_secret: ({ client }) =>
      `${client} läuft im Browser oder auf dem Gerät einer Person, wo nichts geheim bleibt. Geheimnisse und Schlüssel hat er nicht.`,
    key_ended: ({ key }) => `„${key}“ gilt nicht mehr. Legen Sie etwas Neues an.`,
    keys_at_limit: ({ client, most }, say) =>
      `${client} hat ${say.count(most)} gültige Geheimnisse und Schlüssel; mehr sind nicht möglich. Beenden Sie zuerst eines davon.`,
    secret_beside_key: ({ client, key }) =>
      `${client} weist sich mit dem öffentlichen Schlüssel „${key}“ aus; daneben gibt es kein Geheimnis. Beenden Sie zuerst den Schlüssel, oder fügen Sie einen weiteren öffentlichen Schlüssel hinzu.`,
  },
  field: {
    client_key_end: () => 'Das Ende muss in der Zukunft liegen. Soll es sofort enden, wählen Sie „Jetzt beenden“.',
    client_without_secret: () =>
      'Ein Client im Browser oder auf einem Gerät hat weder Geheimnis noch Schlüssel. Lassen Sie das weg.',
    client_needs_pkce: () =>
      'Ein Client im Browser oder auf dem Gerät einer Person bewahrt kein Geheimnis. Nur PKCE weist nach, dass ein Code zu ihm gehört. Lassen Sie es an.',
    client_without_codes: ({ kind }) =>
      `${kindsGerman[kind]} löst keine Codes ein, die durch einen Browser kamen. Lassen Sie das weg.`,
    client_pushes_nothing: ({ kind }) =>
      `${kindsGerman[kind]} beginnt keine Anmeldungen im Browser und sendet deshalb keine Anfragen voraus. Lassen Sie das weg.`,
  },
} satisfies SentencesOf<typeof english>;

const kindsGerman = { service: 'Ein Dienst', device: 'Ein Gerät' };
