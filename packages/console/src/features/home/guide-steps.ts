import type { Home } from '@licet/contract';

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
  const name = application?.name ?? 'the application';
  const importFile = within('tab=permissions&import=1');
  return [
    {
      name: 'application',
      title: 'Register an application',
      text: 'What is to be protected. Its identifier becomes the audience of its tokens.',
      action: 'Register an application',
      done: application !== null,
      href: '/applications?add=1',
    },
    {
      name: 'permissions',
      title: 'Name its permissions',
      text: 'What people can do there, such as invoices.refund. A file with what you have today can be imported.',
      action: 'Add permissions',
      done: guide.permissions,
      href: within('tab=permissions&add=1'),
      ...(importFile && { other: { action: 'Import a file', href: importFile } }),
    },
    {
      name: 'role',
      title: 'Make a role',
      text: 'A set of permissions with a name that people use, such as clerk.',
      action: 'Make a role',
      done: guide.role,
      href: within('tab=roles&add=1'),
    },
    {
      name: 'user',
      title: 'Add a user',
      text: 'They get a one-time link to set a password of their own.',
      action: 'Add a user',
      done: guide.user,
      href: '/users?add=1',
    },
    {
      name: 'grant',
      title: 'Grant the role',
      text: `To the user or to a group, in ${name}, for as long as it is needed.`,
      action: 'Add a grant',
      done: grant !== null,
      href: within('tab=grants&add=1'),
    },
    {
      name: 'token',
      title: 'See the token',
      text: `What the token of ${grant?.name ?? 'the user'} says, and how large it is.`,
      action: 'See the token',
      done: tokenSeen && grant !== null,
      href: grant === null ? undefined : within(`tab=integration&principal=${encodeURIComponent(grant.id)}`),
    },
    {
      name: 'integration',
      title: 'Paste the integration',
      text: 'A client for the sign-in, and code that is ready to paste.',
      action: 'Open the integration',
      done: guide.client,
      href: within('tab=integration'),
    },
  ];
}

/** The first step that is not done and can be. */
export const nextStep = (steps: readonly Step[]): Step | undefined =>
  steps.find(({ done, href }) => !done && href !== undefined);
