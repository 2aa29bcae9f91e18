import { type MailLanguage, mailLanguage } from '@licet/contract';

/** The first language in Accept-Language that mails are written in (RFC 9110 section 12.5.4); undefined without one. */
export function mailLanguageOf(accepted: string | undefined): MailLanguage | undefined {
  const asked = (accepted ?? '').slice(0, 500).split(',').map(readRange);
  const best = asked.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  return best.flatMap(({ language }) => mailLanguage.options.find((known) => known === language) ?? [])[0];
}

function readRange(range: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}
