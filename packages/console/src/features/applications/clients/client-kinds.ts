import type { OpenIdClient } from '@licet/contract';
import type { IconType } from '../../../ui/icon.tsx';
import { AppWindowIcon, ServerIcon, SettingsIcon, SmartphoneIcon } from '../../../ui/icons.tsx';
import { LogInIcon } from '../../../ui/page-icons.tsx';

export type ClientKind = OpenIdClient['kind'];

/** What a kind of client needs. */
export interface KindOfClient {
  icon: IconType;
  /** It signs people in, so it needs addresses to come back to. */
  signsIn: boolean;
  /** It has a secret. */
  secret: boolean;
}

/** The kinds of clients; `words.kinds` says what they are. */
export const clientKinds: Record<ClientKind, KindOfClient> = {
  browser: {
    icon: AppWindowIcon,
    signsIn: true,
    secret: false,
  },
  native: {
    icon: SmartphoneIcon,
    signsIn: true,
    secret: false,
  },
  server: {
    icon: ServerIcon,
    signsIn: true,
    secret: true,
  },
  device: {
    icon: LogInIcon,
    signsIn: false,
    secret: false,
  },
  service: {
    icon: SettingsIcon,
    signsIn: false,
    secret: true,
  },
};
