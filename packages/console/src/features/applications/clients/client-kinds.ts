import type { OpenIdClient } from '@licet/contract';
import { AppWindowIcon, type IconType, ServerIcon, SettingsIcon } from '../../../ui/icons.tsx';

export type ClientKind = OpenIdClient['kind'];

/** A kind of client, in plain words. */
export interface ClientKindWords {
  label: string;
  what: string;
  icon: IconType;
  /** It signs people in, so it needs addresses to come back to. */
  signsIn: boolean;
  /** It has a secret. */
  secret: boolean;
}

/** The kinds of clients, in plain words. */
export const clientKinds: Record<ClientKind, ClientKindWords> = {
  browser: {
    label: 'Browser',
    what: 'Runs in the browser: a React application, a page. It signs people in and keeps no secret.',
    icon: AppWindowIcon,
    signsIn: true,
    secret: false,
  },
  server: {
    label: 'Server',
    what: 'Runs on a server and signs people in: Next.js, Django, Rails. It keeps a secret.',
    icon: ServerIcon,
    signsIn: true,
    secret: true,
  },
  service: {
    label: 'Service',
    what: 'A program without people: a nightly job, another API. It signs itself in with its secret.',
    icon: SettingsIcon,
    signsIn: false,
    secret: true,
  },
};
