import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * The prompt `select_account` (OpenID Connect Core 1.0 section 3.1.2.1): somebody who has a session goes on with it, or signs in as
 * somebody else. It is also asked for an installed application, which cannot prove that it is the one that was registered (RFC 8252
 * section 8.6): any program on a device can open the browser with its id.
 */
export function accountPrompt() {
  const { Check, Prompt } = interactionPolicy;
  const prompt = new Prompt(
    { name: 'select_account', requestable: true },
    new Check('native_client', 'an installed application needs the person', 'interaction_required', ({ oidc }) =>
      mayChoose(oidc) && isUnproved(oidc) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
    new Check('account_choice', 'the account has not been chosen', 'account_selection_required', ({ oidc }) =>
      mayChoose(oidc) && oidc.prompts.has('select_account') ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  );
  prompt.checks.remove('select_account_prompt'); // which also asks people who have just signed in
  return prompt;
}

/** The check of the prompt `login` for somebody who chose to sign in as another. */
export function anotherAccount() {
  const { Check } = interactionPolicy;
  return new Check('another_account', 'the person chose another account', ({ oidc: { result } }) => {
    const chosen = result && 'select_account' in result ? result.select_account : undefined;
    const another = typeof chosen === 'object' && chosen !== null && 'another' in chosen;
    return another && !(result && 'login' in result) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  });
}

/** Whether somebody has a session that they have neither begun nor chosen for this request. */
const mayChoose = ({ session, result }: KoaContextWithOIDC['oidc']) =>
  session?.accountId !== undefined && !(result && ('login' in result || 'select_account' in result));

/** A claimed https address leads to the application that its site vouches for; a scheme or a port to whichever took it. */
const isUnproved = ({ client, params }: KoaContextWithOIDC['oidc']) =>
  client?.applicationType === 'native' && !String(params?.redirect_uri).startsWith('https:');

/** The page on which the account is chosen stands below the sign-in's own, which its cookie goes to. */
export const accountPage = (uid: string): string => `/sign-in/${uid}/account`;
