import type { fieldReasons as english, SentencesOf } from '@licet/contract/reasons';

/** German sentences for the reasons for which the schemas of the contract refuse a field. */
export const fieldReasons = {
  field: {
    field_missing: () => 'Dieses Feld fehlt.',
    domain_too_long: ({ most }, say) => `Eine Domain hat höchstens ${say.count(most)} Zeichen.`,
  },
} satisfies SentencesOf<typeof english>;
