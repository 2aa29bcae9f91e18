import type { Home } from '@licet/contract';
import { stepWords } from './words.ts';

export type StepName = 'application' | 'permissions' | 'role' | 'user' | 'grant' | 'token' | 'integration';

/** One of the first steps: whether it is done, and where it is done. */
export interface Step {
  readonly name: StepName;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly done: boolean;
  /** Where the work is waiting, with its dialog open; nothing while an earlier step is missing. */
  readonly href: string | undefined;
  /** A second way to do the same. */
  readonly other?: { readonly action: string; readonly href: string } | undefined;
}

/** The first five minutes, from what the server says is there. `tokenSeen`: the token was looked at from here. */
export function guideSteps(guide: NonNullable<Home['guide']>, tokenSeen: boolean): Step[] {
  const { application, grant } = guide;
  const within = (search: string) =>
    application === null ? undefined : `/applications/${encodeURIComponent(application.id)}?${search}`;
  const name = application?.name ?? stepWords.theApplication;
  const importFile = within('tab=permissions&import=1');
  return [
    {
      name: 'application',
      ...stepWords.application,
      done: application !== null,
      href: '/applications?add=1',
    },
    {
      name: 'permissions',
      ...stepWords.permissions,
      done: guide.permissions,
      href: within('tab=permissions&add=1'),
      ...(importFile && { other: { action: stepWords.importFile, href: importFile } }),
    },
    {
      name: 'role',
      ...stepWords.role,
      done: guide.role,
      href: within('tab=roles&add=1'),
    },
    {
      name: 'user',
      ...stepWords.user,
      done: guide.user,
      href: '/users?add=1',
    },
    {
      name: 'grant',
      ...stepWords.grant,
      text: stepWords.grant.text(name),
      done: grant !== null,
      href: within('tab=grants&add=1'),
    },
    {
      name: 'token',
      ...stepWords.token,
      text: stepWords.token.text(grant?.name ?? stepWords.theUser),
      done: tokenSeen && grant !== null,
      href: grant === null ? undefined : within(`tab=integration&principal=${encodeURIComponent(grant.id)}`),
    },
    {
      name: 'integration',
      ...stepWords.integration,
      done: guide.client,
      href: within('tab=integration'),
    },
  ];
}

/** The first step that is not done and can be. */
export const nextStep = (steps: readonly Step[]): Step | undefined =>
  steps.find(({ done, href }) => !done && href !== undefined);
