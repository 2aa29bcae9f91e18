import type { OpenIdClient } from '@licet/contract';
import type { IconType } from '../../../ui/icon.tsx';
import { AppWindowIcon, ServerIcon, SettingsIcon, SmartphoneIcon } from '../../../ui/icons.tsx';
import { LogInIcon } from '../../../ui/page-icons.tsx';

export type ClientKind = OpenIdClient['kind'];

/** The properties of a kind of client. */
export interface KindOfClient {
  icon: IconType;
  /** It signs users in, so it needs redirect addresses. */
  signsIn: boolean;
  /** It has a secret. */
  secret: boolean;
}

/** The kinds of clients; `words.kinds` describes them. */
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
