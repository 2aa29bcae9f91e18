import type { Browser } from '../steps/sign-in.testing.ts';

/** A page of a device’s sign-in, with the form on it. */
export interface Form {
  readonly action: string;
  readonly fields: Record<string, string>;
  readonly text: string;
}

export async function formOf(answer: Response): Promise<Form> {
  const text = await answer.text();
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    text,
    action: /action="([^"]*)"/.exec(text)?.[1] ?? '',
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  };
}
export const send = (browser: Browser, form: Form, more: Record<string, string> = {}) =>
  browser.go(form.action, { method: 'POST', body: new URLSearchParams({ ...form.fields, ...more }) });

/** Enters a code; answers the page that asks whether to go on. */
export async function enter(browser: Browser, userCode: string): Promise<Form> {
  return formOf(await send(browser, await formOf(await browser.go('/device')), { user_code: userCode }));
}
