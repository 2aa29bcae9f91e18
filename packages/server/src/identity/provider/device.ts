import { licetApplication } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { machineNow } from '../../machine-clock.ts';
import { applicationNameOf, applicationOf, pageWords } from '../steps/page-words.ts';
import { escapeText, frame, page, paragraph } from '../steps/pages.ts';
import { originOf } from '../steps/request-origin.ts';
import { type DeviceFault, deviceWords } from './device-words.ts';

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>;

/** Too many codes were entered from one network. */
export class TooManyUserCodes extends Error {
  override readonly name = 'TooManyUserCodes';
  /** Makes the provider show this error on the page where the code is entered. */
  readonly expose = true;
  readonly statusCode = 429;
}

/** Another answer for the same code was stored at the same moment. */
export class UsedUserCode extends Error {
  override readonly name = 'AlreadyUsedError';
  readonly expose = true;
  readonly statusCode = 409;
}

/**
 * Device authorisation (RFC 8628), for programs without a browser. The program shows a code. The user enters it on our page in any
 * browser, signs in there as usual, and sees which program will act for them.
 */
export const deviceFlow: DeviceFlow = {
  enabled: true,
  charset: 'base-20', // no vowels, so no words; 20^8 codes (RFC 8628 section 6.1)
  mask: '****-****',
  deviceInfo: ({ req }) => {
    const { address, agent } = originOf(req);
    return { address, agent: agent?.slice(0, longestAgent) ?? null };
  },
  userCodeInputSource: async (ctx, form, _out, error) => {
    ctx.type = 'html';
    const { language } = pageWords(ctx);
    const words = deviceWords[language];
    if (error?.name === 'AbortedError') {
      ctx.body = page(words.refused.title, [words.refused.next], '', language);
      return;
    }
    const why = error && words.faults[isFault(error.name) ? error.name : 'other'];
    const { title, next } = why ?? (ctx.query.again === undefined ? words.enter : words.again);
    ctx.body = frame(language, title, [
      `<p id="why">${escapeText(next)}</p>`,
      inputForm(form, words.code, why !== undefined),
      `<p class="buttons"><button form="op.deviceInputForm" type="submit">${words.go}</button></p>`,
    ]);
  },
  userCodeConfirmSource: async (ctx, form, client, device, userCode) => {
    ctx.type = 'html';
    const { language } = pageWords(ctx);
    const words = deviceWords[language];
    const { title, next } = words.confirm(nameIn(client));
    const { address, agent } = device as { readonly address?: string | null; readonly agent?: string | null };
    const here = originOf(ctx.req).address;
    const application = applicationNameOf({ ...client });
    const since = Math.floor((machineNow() - (ctx.oidc.entities.DeviceCode?.iat ?? machineNow())) / 60);
    ctx.body = frame(language, title, [
      paragraph(next),
      `<p class="code">${escapeText(userCode)}</p>`,
      factList([
        [words.program, `${nameIn(client)} (${application})`],
        [
          words.may,
          applicationOf({ ...client }) === licetApplication ? words.inLicet : words.inApplication(application),
        ],
        [words.from, address && (address === here ? words.fromHere(address) : address)],
        [words.software, agent],
        [words.when, words.minutesAgo(since)],
      ]),
      ...(address && address !== here
        ? [`<p class="warning"><b>${escapeText(words.elsewhere.title)}</b> ${escapeText(words.elsewhere.next)}</p>`]
        : []),
      form,
      `<p class="buttons"><button form="op.deviceConfirmForm" type="submit">${words.confirmed}</button><button form="op.deviceConfirmForm" type="submit" name="abort" value="yes">${words.cancel}</button></p>`,
    ]);
  },
  successSource: async (ctx) => {
    ctx.type = 'html';
    const { language } = pageWords(ctx);
    const { program, done } = deviceWords[language];
    const { title, next } = done(ctx.oidc.client ? nameIn(ctx.oidc.client) : program);
    ctx.body = page(title, [next], '', language);
  },
};

/** The length to which the program's `User-Agent` is cut. A program can send anything there, so it is only displayed. */
const longestAgent = 100;

const nameIn = ({ clientName, clientId }: { clientName?: string | undefined; clientId: string }) =>
  clientName ?? clientId;

/** A description list of names and values, without those that have no value. */
const factList = (facts: readonly (readonly [name: string, value: string | null | undefined])[]): string =>
  `<dl>${facts
    .filter(([, value]) => value)
    .map(([name, value]) => `<dt>${escapeText(name)}</dt><dd>${escapeText(value ?? '')}</dd>`)
    .join('')}</dl>`;

/**
 * Redirects to the page for the code if the request has no stored session, because the provider cannot store an answer
 * without one. This happens if the page was never opened in this browser, or has expired. The page then explains why it
 * appears again.
 */
export function showPageFirst(provider: Provider): void {
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
      if (!oidc || !ofDevices.has(oidc.route) || !oidc.session || oidc.session.exp !== undefined) throw error;
      ctx.status = 303;
      ctx.redirect('/device?again=');
    }
  });
}

const ofDevices = new Set(['code_verification', 'device_resume']);

/** Replaces the provider's form, whose field has no visible label and whose script our policy blocks. */
function inputForm(form: string, label: string, wrong: boolean): string {
  const secret = /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? '';
  const action = /action="([^"]*)"/.exec(form)?.[1] ?? '';
  const typed = /<input\s+value="([^"]*)"/.exec(form)?.[1] ?? '';
  return `<form id="op.deviceInputForm" method="post" action="${action}">
<input type="hidden" name="xsrf" value="${secret}">
<label>${escapeText(label)} <input name="user_code" value="${typed}" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus aria-describedby="why"${wrong ? ' aria-invalid="true"' : ''}></label>
</form>`;
}

const isFault = (name: string): name is DeviceFault => Object.hasOwn(deviceWords.en.faults, name);
