import { licetApplication } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { applicationOf } from './clients.ts';
import { escapeText, page, question } from './pages.ts';

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>;

/** Too many codes were entered from the network. */
export class TooManyUserCodes extends Error {
  override readonly name = 'TooManyUserCodes';
  /** For the provider: to be shown where the code is entered. */
  readonly expose = true;
  readonly statusCode = 429;
}

/**
 * Signing in to a program that has no browser (RFC 8628): it shows a code, which a person enters on a page of ours wherever they
 * have one, signs in there as ever, and is told which program will act for them.
 */
export const deviceFlow: DeviceFlow = {
  enabled: true,
  charset: 'base-20', // no vowels, so no words; 20^8 codes (RFC 8628 section 6.1)
  mask: '****-****',
  deviceInfo: () => ({}),
  userCodeInputSource: async (ctx, form, _out, error) => {
    ctx.type = 'html';
    const why = error === undefined ? undefined : (faults[error.name] ?? faults.other);
    ctx.body = question(
      why?.title ?? 'Sign in to a program',
      why?.next ??
        'Enter the code that the program shows. Enter none that somebody sent you: whoever made it would act as you.',
      inputForm(form),
      '<button form="op.deviceInputForm" type="submit">Continue</button>',
    );
  },
  userCodeConfirmSource: async (ctx, form, client, _device, userCode) => {
    ctx.type = 'html';
    const application = applicationOf(client);
    const what =
      application === licetApplication
        ? 'It will be able to do in Licet whatever you may do there, until you sign out.'
        : `It will be able to do in the application ${application} whatever you may do there, until you sign out.`;
    ctx.body = question(
      `Sign in to ${client.clientName ?? client.clientId}?`,
      `${what} Go on only if you have just begun this yourself, and the program shows the code ${userCode}.`,
      form,
      '<button form="op.deviceConfirmForm" type="submit">Sign in</button><button form="op.deviceConfirmForm" type="submit" name="abort" value="yes">Cancel</button>',
    );
  },
  successSource: async (ctx) => {
    ctx.type = 'html';
    ctx.body = page('You are signed in.', [
      `${ctx.oidc.client?.clientName ?? 'The program'} goes on by itself. You can close this page.`,
    ]);
  },
};

/** A code that is sent by a browser which the page was never shown in: the page is shown first, as the provider cannot keep what it has no session for. */
export function showPageFirst(provider: Provider): void {
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
      if (oidc?.route !== 'code_verification' || !oidc.session || oidc.session.exp !== undefined) throw error;
      ctx.status = 303;
      ctx.redirect('/device');
    }
  });
}

/** The provider’s form has a field without a name that people can read, and a script that our policy refuses. */
function inputForm(form: string): string {
  const secret = /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? '';
  const action = /action="([^"]*)"/.exec(form)?.[1] ?? '';
  const typed = /<input\s+value="([^"]*)"/.exec(form)?.[1] ?? '';
  return `<form id="op.deviceInputForm" method="post" action="${action}">
<input type="hidden" name="xsrf" value="${secret}">
<label>${escapeText('Code')} <input name="user_code" value="${typed}" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus></label>
</form>`;
}

const faults: Readonly<Record<string, { readonly title: string; readonly next: string }>> & {
  readonly other: { readonly title: string; readonly next: string };
} = {
  NotFoundError: {
    title: 'There is no such code.',
    next: 'Compare it with the one that the program shows, or begin there again.',
  },
  ExpiredError: { title: 'The code has run out.', next: 'Begin again in the program: it shows a new one.' },
  AlreadyUsedError: { title: 'The code was used already.', next: 'Begin again in the program: it shows a new one.' },
  NoCodeError: { title: 'Sign in to a program', next: 'Enter the code that the program shows.' },
  AbortedError: { title: 'Nobody was signed in.', next: 'The program is told so. You can close this page.' },
  TooManyUserCodes: {
    title: 'Too many codes were entered from here.',
    next: 'Wait a few minutes, then enter the code that the program shows.',
  },
  other: { title: 'That did not work.', next: 'Begin again in the program: it shows a new code.' },
};
